// The attention workbench in the browser. One module, read from top to bottom: engine, numbers,
// words, ids and time, page, link to Python, elements, matrices, the parts of the view, render.
// What is shown is computed here. What is recorded is decided by Python: nothing counts as saved
// before the record that Python publishes holds it.

const VERSION = "1.0.0";
const WAITING_MS = 1000;
const LATE_MS = 8000;
const SUM_TOLERANCE = 1e-9; // how far a row sum may be from 1 by rounding alone
const SHOWS = 0.01; // a broken run shows its failure when some row sum is off by this much
const WORKED_ROW = { q: [1, 1, 1], k: [1, 2, 9] };
const PRESETS = {
  "Worked row": WORKED_ROW,
  "Equal scores": { q: [1, 1, 1], k: [1, 1, 1] },
  "Future wins": { q: [1, 1, 1], k: [1, 5, 20] },
};
const MODE_WORDS = {
  mask_before_softmax: "correct: mask before softmax",
  mask_after_softmax: "broken: mask after softmax",
  no_mask: "no mask",
};
const ORDERS = {
  mask_before_softmax: ["score", "mask", "softmax"],
  mask_after_softmax: ["score", "softmax", "mask"],
  no_mask: ["score", "softmax"],
};
const TOKENS = [1, 2, 3];
const SHORT_MODES = {
  mask_before_softmax: "correct",
  mask_after_softmax: "broken",
  no_mask: "no mask",
};
const ZERO_WORDS = { zero: "no weight", nonzero: "some weight" };
const SUM_WORDS = { less_than_1: "less than 1", equal_1: "exactly 1", more_than_1: "more than 1" };

// ---------------------------------------------------------------- engine

const isFuture = (i, j) => j > i;
const sum = (row) => row.reduce((total, cell) => total + cell, 0);

/** Name the mode that the two switches stand for. */
export function modeOf({ causal_mask, mask_after_softmax }) {
  if (!causal_mask) return "no_mask";
  return mask_after_softmax ? "mask_after_softmax" : "mask_before_softmax";
}

/** Stable softmax of one row: the largest score is subtracted first, so nothing overflows. */
export function softmax(row) {
  const largest = Math.max(...row);
  const powers = row.map((score) => Math.exp(score - largest));
  const total = sum(powers);
  return powers.map((power) => power / total);
}

/**
 * Attention weights for scalar queries and keys, so d = 1.
 * Rows are querying tokens, columns are source tokens. null in masked_scores is minus infinity.
 */
export function attention({ q, k, causal_mask, mask_after_softmax }) {
  const mode = modeOf({ causal_mask, mask_after_softmax });
  const map = (matrix, change) => matrix.map((row, i) => row.map((cell, j) => change(cell, i, j)));
  const maskWith = (value) => (cell, i, j) => (isFuture(i, j) ? value : cell);

  const scores = q.map((query) => k.map((key) => (query * key) / Math.sqrt(1)));
  const masked = mode === "mask_before_softmax" ? map(scores, maskWith(-Infinity)) : scores;
  const normalized = masked.map(softmax);
  const weights = mode === "mask_after_softmax" ? map(normalized, maskWith(0)) : normalized;
  const row_sums = weights.map(sum);
  const future_weight = weights.map((row, i) => sum(row.filter((_, j) => isFuture(i, j))));
  return {
    scores,
    masked_scores: mode === "mask_before_softmax" ? map(scores, maskWith(null)) : null,
    weights,
    row_sums,
    future_weight,
    future_weight_total: sum(future_weight),
    max_row_sum_error: Math.max(...row_sums.map((total) => Math.abs(total - 1))),
  };
}

// ---------------------------------------------------------------- numbers

/** Print a number with few digits, but with more where it would pass for 0 or 1 and is not. */
export function show(value, digits = 3) {
  if (value === 0 || Math.abs(value - 1) <= SUM_TOLERANCE) return value.toFixed(digits);
  const most = value > 0.5 ? 8 : 5;
  for (let more = digits; more <= most; more += 1) {
    const text = value.toFixed(more);
    if (Number(text) !== 0 && Number(text) !== 1) return text.replace("-", "−");
  }
  return (value < 0.5 ? value.toExponential(0) : value.toFixed(9)).replace(/-/g, "−");
}

/** Print a number as it would be typed: 9, −0.25, 0.3 and not 0.30000000000000004. */
const plain = (value) => String(Number(value.toPrecision(6))).replace(/-/g, "−");
const list = (row, print = plain) => row.map(print).join(", ");
const sumsToOne = (total) => Math.abs(total - 1) <= SUM_TOLERANCE;

// ---------------------------------------------------------------- words: what numbers show

const rowsNamed = (rows) =>
  rows.length === 1 ? `Row ${rows[0]}` : `Rows ${rows.slice(0, -1).join(", ")} and ${rows.at(-1)}`;

/** Row 2, the lesson's example, unless the failure hardly shows there and more in row 1. */
const rowToExplain = ([first, second]) => (1 - second < SHOWS && first < second ? 0 : 1);

/** Say what the numbers show: row sums first, because they alone tell the two modes apart. */
export function sentences(values, results) {
  const mode = modeOf(values);
  const off = TOKENS.filter((n) => !sumsToOne(results.row_sums[n - 1]));
  const lines = [
    off.length
      ? `${rowsNamed(off)} ${off.length === 1 ? "does" : "do"} not sum to 1.`
      : "Every row sums to 1.",
  ];
  const total = show(results.future_weight_total);
  if (mode === "no_mask") {
    lines.push(`But nothing hides the future: together the rows put ${total} on later tokens.`);
  } else lines.push(`Future-token weight ${total}.`);
  if (mode !== "mask_after_softmax") return lines;
  const i = rowToExplain(results.row_sums);
  const before = attention({ ...values, causal_mask: false }).future_weight[i];
  lines.push(
    `Softmax gave ${show(before)} of row ${i + 1} to the future; ` +
      `zeroing it afterwards left ${show(results.row_sums[i])}.`,
  );
  return lines;
}

/** Warn before a broken run is saved that would pass for a correct one; empty otherwise. */
export function hint(values, results) {
  if (modeOf(values) !== "mask_after_softmax" || results.max_row_sum_error >= SHOWS) return "";
  const negative = values.q[0] <= 0 && values.q[1] <= 0; // then a larger key scores lower
  const change = negative ? "a future key smaller" : "a future key larger";
  return `With these values the failure hardly shows: make ${change}.`;
}

/** Hold the first prediction against what is on the screen. */
export function gap(prediction, values, results) {
  if (!prediction) return "";
  const mode = modeOf(values);
  if (mode === "no_mask") return "Switch the mask on to compare with your prediction.";
  const close = (expected) =>
    expected ? "That is what you expected." : "What explains the difference?";
  if (mode === "mask_after_softmax") {
    const total = results.row_sums[1];
    const is = sumsToOne(total) ? "equal_1" : total < 1 ? "less_than_1" : "more_than_1";
    const predicted = prediction.row_sum_mask_after_softmax;
    return (
      `You predicted that row 2 sums to ${SUM_WORDS[predicted]}; it sums to ${show(total)}. ` +
      close(predicted === is)
    );
  }
  const weight = results.weights[1][2];
  const predicted = prediction.future_weight_with_mask;
  return (
    `You predicted ${ZERO_WORDS[predicted]} of token 2 on token 3; it is ${show(weight)}. ` +
    close((predicted === "zero") === (weight === 0))
  );
}

/** Derive one cell in one line. Column 3, right of the matrix, is the row's sum. */
export function derivation(values, results, { i, j }) {
  const { q, k } = values;
  const row = results.weights[i];
  if (j >= TOKENS.length) {
    const total = results.row_sums[i];
    const verdict = sumsToOne(total) ? "the row sums to 1" : "not 1";
    return `Row q${i + 1}: ${row.map((cell) => show(cell)).join(" + ")} = ${show(total)}, ${verdict}`;
  }
  const future = isFuture(i, j);
  const reads = i === j ? "itself" : `token ${j + 1}${future ? " (future)" : ""}`;
  const factor = (value) => (value < 0 ? `(${plain(value)})` : plain(value));
  const score = `${factor(q[i])} × ${factor(k[j])} ÷ √1 = ${plain(results.scores[i][j])}`;
  const before = show(attention({ ...values, causal_mask: false }).weights[i][j]);
  const end = {
    mask_before_softmax: future ? "masked to −∞ → weight 0" : `softmax → weight ${show(row[j])}`,
    mask_after_softmax: future
      ? `softmax gives ${before} → masked to 0`
      : `softmax counts the future → weight ${before}`,
    no_mask: `softmax → weight ${before}`,
  }[modeOf(values)];
  return `Row q${i + 1}, column k${j + 1}: token ${i + 1} reads ${reads}: ${score} → ${end}`;
}

/** Compute one row step by step, as one would on paper. */
export function rowSteps(values, i) {
  const mode = modeOf(values);
  const { scores, masked_scores, weights, row_sums } = attention(values);
  const minus = (cell) => (cell === -Infinity ? "−∞" : plain(cell));
  const masked = (masked_scores ?? scores)[i].map((cell) => cell ?? -Infinity);
  const largest = Math.max(...masked);
  const shifted = masked.map((cell) => cell - largest);
  const powers = shifted.map(Math.exp);
  const print = (row) => list(row, (cell) => show(cell));
  const steps = [`score: ${list(scores[i])}`];
  if (masked_scores) steps.push(`mask: ${list(masked, minus)}`);
  steps.push(
    `softmax: subtract the largest, ${plain(largest)}: ${list(shifted, minus)}`,
    `e to the power of each: ${print(powers)}`,
    `divide by their sum, ${show(sum(powers))}: ${print(softmax(masked))}`,
  );
  if (mode === "mask_after_softmax") steps.push(`mask: ${print(weights[i])}`);
  return [...steps, `row sum: ${show(row_sums[i])}`];
}

/** What hand-in still needs, as pairs of [done, sentence]. */
export function checklist(record) {
  const runs = record.runs.filter((run) => run.for_submission);
  const of = (mode) => runs.filter((run) => run.mode === mode);
  const correct = of("mask_before_softmax");
  const seen = new Set(correct.map(valuesOf));
  const pairs = of("mask_after_softmax").filter((run) => seen.has(valuesOf(run)));
  const early = record.predictions.some(({ seq }) => runs.every((run) => run.seq > seq));
  const late = record.predictions.length > 0 && !early;
  return [
    [early, late ? "prediction before the first run" : "prediction"],
    [correct.length > 0, "correct run"],
    [pairs.length > 0, "broken run, same q and k"],
    [pairs.some((run) => run.results.max_row_sum_error >= SHOWS), "failure shows"],
  ];
}

const valuesOf = (run) => JSON.stringify([run.inputs.q, run.inputs.k]);
const withValues = ({ inputs }) => `q = ${list(inputs.q)} and k = ${list(inputs.k)}`;

/**
 * Pick what to compare: the newest correct and broken run with the same q and k, as [A, B], each
 * the index of a run. Without such a pair, `lacks` names what is missing and `other` the run
 * whose values only one mode was saved with.
 */
export function pairOf(runs) {
  const newest = (mode, values) =>
    runs.findLastIndex((run) => run.mode === mode && (!values || valuesOf(run) === values));
  const pairs = runs
    .map((run) =>
      ["mask_before_softmax", "mask_after_softmax"].map((m) => newest(m, valuesOf(run))),
    )
    .filter((pair) => pair.every((index) => index >= 0));
  if (pairs.length) {
    const last = Math.max(...pairs.flat());
    return { pair: pairs.find((pair) => pair.includes(last)), lacks: "", other: null };
  }
  const other = runs.findLast((run) => run.mode !== "no_mask") ?? null;
  if (!other) return { pair: null, other, lacks: "A correct and a broken run are still missing." };
  const word = other.mode === "mask_before_softmax" ? "broken" : "correct";
  return { pair: null, other, lacks: `A ${word} run with ${withValues(other)} is still missing.` };
}

/** What the evidence still lacks after a save, in one sentence; empty when it is complete. */
export function stillMissing(record) {
  const runs = record.runs.filter((run) => run.for_submission);
  const { pair, lacks } = pairOf(runs);
  const [shows] = checklist(record).at(-1);
  if (lacks || shows) return lacks;
  const { inputs, results } = runs[pair[1]];
  return hint(inputs, results);
}

/** Say in words how run B differs from run A; `names` are such as "run 1". */
export function differences(a, b, names) {
  const [one, two] = [a.results, b.results];
  const same = (x, y) => Math.abs(x - y) <= SUM_TOLERANCE;
  const lines = [];
  if (valuesOf(a) !== valuesOf(b))
    lines.push("q and k differ: these runs do not show the effect of the order alone.");
  else if (a.mode === b.mode) lines.push("Same q and k, and the same order.");
  else lines.push("Same q and k: only what happens to the mask differs.");
  TOKENS.forEach((n, i) => {
    const [x, y] = [one.row_sums[i], two.row_sums[i]];
    lines.push(
      same(x, y)
        ? `Row ${n} sums to ${show(x)} in both.`
        : `Row ${n} sums to ${show(x)} in ${names[0]} and to ${show(y)} in ${names[1]}.`,
    );
  });
  const [x, y] = [one.future_weight_total, two.future_weight_total];
  lines.push(
    same(x, y)
      ? `Future weight is ${show(x)} in both: it does not tell them apart.`
      : `Future weight is ${show(x)} in ${names[0]} and ${show(y)} in ${names[1]}.`,
  );
  return lines;
}

// ---------------------------------------------------------------- ids, time, text

/** A random UUID; crypto.randomUUID is missing on pages that are not served securely. */
export function newId() {
  if (globalThis.crypto?.randomUUID) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (globalThis.crypto?.getRandomValues) crypto.getRandomValues(bytes);
  else bytes.forEach((_, i) => (bytes[i] = Math.floor(Math.random() * 256)));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const clock = (time) =>
  new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
const wellFormed = (text) => (text.toWellFormed ? text.toWellFormed() : text);

const lastSeq = ({ predictions, runs }) =>
  Math.max(0, ...[...predictions, ...runs].map((entry) => entry.seq));

/** The record and what Python has not answered yet, as a cell that can be pasted and run. */
export function copyText(record, pending) {
  const copy = { ...record, predictions: [...record.predictions], runs: [...record.runs] };
  let seq = lastSeq(copy);
  for (const { kind, body, time } of pending) {
    seq += 1;
    if (kind === "predict") copy.predictions.push({ ...body, seq, recorded_at: time });
    else copy.runs.push({ ...body, seq, saved_at: time });
  }
  const ascii = JSON.stringify(copy).replace(
    /['\u007f-\uffff]/g,
    (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"),
  );
  return `wb.paste(r'''attention-workbench-record 1 ${ascii}''')`;
}

function frontend() {
  if (globalThis.google?.colab) return "colab";
  if (document.body.dataset.vscodeThemeKind) return "vscode";
  const config = document.getElementById("jupyter-config-data");
  if (config?.dataset.jupyterLiteRoot !== undefined) return "jupyterlite";
  if (document.querySelector(".jp-NotebookShell, [data-notebook='notebooks']")) return "notebook";
  return document.querySelector(".jp-LabShell") ? "jupyterlab" : "unknown";
}

// ---------------------------------------------------------------- page: what outlives a view

/**
 * What is unsent or half written stays with the page, so that running the cell again, which makes
 * a new widget and loads this module anew, delivers it. One for each record file.
 */
function pageOf(key) {
  const pages = (globalThis[Symbol.for("attention-workbench")] ??= new Map());
  if (!pages.has(key)) {
    pages.set(key, {
      pending: new Map(), // id of the entry → {kind, body, time, since, sender}
      draft: emptyDraft(),
      again: false, // a changed mind is being written
      shownWithout: false,
      views: new Set(),
      links: new Set(),
    });
  }
  return pages.get(key);
}

const emptyDraft = () => ({ future: "", sum: "", text: "" });
const idOf = ({ kind, body }) => (kind === "predict" ? body.prediction_id : body.run_id);
const age = (entry) => Date.now() - entry.since;

// ---------------------------------------------------------------- link to Python

/** Deliver entries of the page and tell all views of the page how each one fared. */
function connect(model, page, onChange) {
  const link = { connected: false, cut: false, since: Date.now() };
  const helloId = newId();
  const timers = new Set();

  function wake(ms) {
    const timer = setTimeout(() => (timers.delete(timer), onChange()), ms);
    timers.add(timer);
  }

  /** Send, knowing that it may vanish silently (kernel shut down) or throw (kernel restarted). */
  function post(message) {
    try {
      model.send(message);
    } catch {
      link.cut = true;
    }
  }

  function transmit(entry) {
    entry.sender = link;
    post({ id: idOf(entry), kind: entry.kind, body: entry.body });
    wake(WAITING_MS);
    wake(LATE_MS);
  }

  function settle() {
    const record = model.get("record");
    for (const [id, entry] of page.pending) {
      const [list, name] =
        entry.kind === "predict" ? [record.predictions, "prediction_id"] : [record.runs, "run_id"];
      const number = list.findIndex((item) => item[name] === id) + 1;
      if (number === 0) continue;
      page.pending.delete(id);
      page.views.forEach((view) => view.recorded(entry, number, age(entry) > LATE_MS));
    }
    for (const other of page.links) if (other.last() < link.last()) other.hello();
    page.views.forEach((view) => view.refresh());
  }

  function onMessage(message) {
    if (message?.id === helloId) {
      link.connected = true;
      for (const entry of page.pending.values()) if (entry.sender !== link) transmit(entry);
    } else if (message?.ok === false && page.pending.has(message.id)) {
      const entry = page.pending.get(message.id);
      page.pending.delete(message.id);
      page.views.forEach((view) => view.refused(entry, message.error));
    }
    settle();
  }

  // Another widget on the same file holds a copy of the record: hello makes its Python read again.
  link.last = () => lastSeq(model.get("record"));
  link.hello = () => post({ id: helloId, kind: "hello", body: { frontend: frontend() } });
  model.on("msg:custom", onMessage);
  model.on("change:record", settle);
  link.send = (kind, body) => {
    const now = Date.now();
    const entry = { kind, body, time: new Date(now).toISOString(), since: now };
    page.pending.set(idOf(entry), entry);
    transmit(entry);
    onChange();
  };
  link.start = () => {
    page.links.add(link);
    settle();
    link.hello();
    wake(LATE_MS);
  };
  link.stop = () => {
    page.links.delete(link);
    timers.forEach(clearTimeout);
    model.off("msg:custom", onMessage);
    model.off("change:record", settle);
  };
  return link;
}

// ---------------------------------------------------------------- elements

/** Make an element: properties by name, attributes where the name has a dash, or is role or scope. */
function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "scope")
      element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat(Infinity));
  return element;
}

function button(text, onPress, className = "aw-button") {
  const element = h("button", { type: "button", className }, text);
  // aria-disabled instead of disabled: a disabled button would drop the focus
  element.addEventListener("click", () => {
    if (element.getAttribute("aria-disabled") !== "true") onPress();
  });
  return element;
}

const disable = (element, off) => element.setAttribute("aria-disabled", String(Boolean(off)));
const fill = (element, ...children) => element.replaceChildren(...children.flat());
const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};
/** Put elements into a place, touching nothing that is there already: focus survives. */
function place(slot, ...elements) {
  const there = [...slot.childNodes];
  if (there.length !== elements.length || there.some((node, n) => node !== elements[n]))
    slot.replaceChildren(...elements);
}

const part = (className, name, ...children) =>
  h("div", { className: `aw-part ${className}`, role: "group", "aria-label": name }, ...children);
const step = (number) => h("span", { className: "aw-step", "aria-hidden": "true" }, number);
const title = (number, text) =>
  h("p", { className: "aw-title", tabIndex: -1 }, step(number), ` ${text}`);
const bar = (...children) => h("div", { className: "aw-bar" }, ...children);
const region = (name) => h("div", { className: "aw-scroll", role: "group", "aria-label": name });

// ---------------------------------------------------------------- matrices

/** Where the keys lead from one cell: arrows, Home and End; null for any other key. */
export function moved(key, { i, j }, columns) {
  const rows = TOKENS.length;
  const next = {
    ArrowUp: { i: i - 1, j },
    ArrowDown: { i: i + 1, j },
    ArrowLeft: { i, j: j - 1 },
    ArrowRight: { i, j: j + 1 },
    Home: { i, j: 0 },
    End: { i, j: columns - 1 },
  }[key];
  if (!next) return null;
  const within = (value, count) => Math.max(0, Math.min(count - 1, value));
  return { i: within(next.i, rows), j: within(next.j, columns) };
}

/**
 * A matrix whose cells can be pointed at and moved through. It is built once and rewritten in
 * place, so that the cell with the focus stays. With `sums`, each row ends with its sum, which
 * can be reached like a cell, and its future weight.
 */
function matrix(view, className, name, sums) {
  const parts = () => [
    h("span", { className: "aw-number" }),
    " ",
    h("span", { className: "aw-word" }),
  ];
  const make = (kind) =>
    h("td", { className: kind, "aria-describedby": view.derivationId }, parts());
  const rows = TOKENS.map(() => [
    ...TOKENS.map(() => make("aw-cell")),
    ...(sums ? [make("aw-sum")] : []),
  ]);
  const futures = TOKENS.map(() => h("td", { className: "aw-total" }, parts()));
  const caption = h("caption");
  const heads = [...TOKENS.map((n) => `k${n}`), ...(sums ? ["row sum", "future weight"] : [])];
  const lines = rows.map((cells, i) =>
    h("tr", {}, h("th", { scope: "row" }, `q${i + 1}`), cells, sums ? futures[i] : []),
  );
  const table = h(
    "table",
    { className: `aw-grid ${className}` },
    caption,
    h(
      "tr",
      {},
      h("td"),
      heads.map((text) => h("th", { scope: "col" }, text)),
    ),
    lines,
  );
  const element = region(name);
  element.append(table);

  const find = (target) => {
    const td = target.closest("td");
    const i = rows.findIndex((cells) => cells.includes(td));
    return i < 0 ? null : { i, j: rows[i].indexOf(td) };
  };
  for (const event of ["pointerover", "focusin"])
    table.addEventListener(event, ({ target }) => {
      const at = find(target);
      if (at) view.point(at);
    });
  table.onWorkbenchKey = (event) => {
    const from = find(event.target);
    const to = from && !event.altKey && moved(event.key, from, rows[0].length);
    if (!to) return;
    event.preventDefault();
    rows[to.i][to.j].focus();
  };

  element.mark = ({ i, j }) => {
    lines.forEach((line, row) => line.classList.toggle("aw-row", row === i));
    const stop = Math.min(j, rows[0].length - 1);
    rows.forEach((cells, row) =>
      cells.forEach((td, column) => {
        td.classList.toggle("aw-here", row === i && column === j);
        td.tabIndex = row === i && column === stop ? 0 : -1;
      }),
    );
  };
  element.caption = (text, below) => {
    if (caption.textContent !== `${text} ${below}`) fill(caption, `${text} `, h("span", {}, below));
  };
  const print = (td, number, word) => {
    write(td.firstChild, number);
    write(td.lastChild, word);
  };
  element.print = (cells, { weights = false } = {}) =>
    cells.forEach((row, i) =>
      row.forEach((value, j) => {
        const td = rows[i][j];
        const number = value === null ? "−∞" : show(value, weights ? 3 : 2);
        td.classList.toggle("aw-future", isFuture(i, j));
        td.style.setProperty("--aw-weight", weights ? String(value) : "0");
        print(td, number, isFuture(i, j) ? "future" : "");
      }),
    );
  element.printSums = ({ row_sums, future_weight }) =>
    row_sums.forEach((total, i) => {
      const td = rows[i][TOKENS.length];
      td.classList.toggle("aw-bad", !sumsToOne(total));
      td.style.setProperty("--aw-weight", String(Math.min(1, total)));
      print(td, show(total), sumsToOne(total) ? "✓ sums to 1" : "✗ not 1");
      print(futures[i], show(future_weight[i]), "");
    });
  view.matrices.push(element);
  return element;
}

// ---------------------------------------------------------------- part 1: predict

function predictPart(view) {
  const { page } = view;
  const radios = [];
  const choose = (field, question, choices) => {
    const name = newId();
    const labels = Object.entries(choices).map(([value, text]) => {
      const radio = h("input", { type: "radio", name, value });
      radio.addEventListener("change", () => ((page.draft[field] = value), view.refreshAll()));
      radios.push([radio, field]);
      return h("label", { className: "aw-choice" }, radio, text);
    });
    return h(
      "fieldset",
      { className: "aw-question" },
      h("legend", {}, question),
      h("div", { className: "aw-choices" }, labels),
    );
  };
  const why = h("textarea", { rows: 2, maxLength: 2000 });
  why.addEventListener("input", () => ((page.draft.text = why.value), view.refreshAll()));
  const record = button("Record prediction", () => view.predict(), "aw-button aw-main");
  const without = button("Show results without recording", () => view.showWithout());
  const cancel = button("Keep my prediction", () => {
    view.writeAgain(false);
    told.querySelector("summary").focus();
  });
  const need = h(
    "p",
    { className: "aw-reason", id: newId() },
    "Answer both and write why, then record.",
  );
  record.setAttribute("aria-describedby", need.id);
  const form = h(
    "div",
    { className: "aw-form" },
    title("1", "Predict"),
    h(
      "div",
      { className: "aw-questions" },
      choose("future", "With the causal mask on, token 2 puts on token 3", ZERO_WORDS),
      choose("sum", "With the mask applied after softmax instead, row 2 will sum to", SUM_WORDS),
    ),
    h("label", { className: "aw-why" }, "Why? One sentence is enough.", why),
    h("div", { className: "aw-actions" }, record, cancel, without, need),
  );
  const summary = h("span", { className: "aw-done" });
  const all = h("ol", { className: "aw-later" });
  const order = h("p", { className: "aw-reason" });
  const again = button("", () => {
    view.writeAgain(true);
    radios[0][0].focus();
  });
  const told = h(
    "details",
    { className: "aw-told" },
    h("summary", {}, step("1"), " ", summary),
    h("div", { className: "aw-inside" }, all, order, again),
  );
  const element = part("aw-predict", "Predict", told, form);

  const say = (entry) =>
    `${ZERO_WORDS[entry.future_weight_with_mask]} on token 3; masked after softmax, ` +
    `row 2 sums to ${SUM_WORDS[entry.row_sum_mask_after_softmax]}. Why: ${entry.text}`;
  const tell = (predictions) => {
    if (predictions.length) return `You predicted: ${say(predictions[0])}`;
    if (view.readOnly()) return "No prediction was recorded.";
    return "Shown without a recorded prediction: runs saved now carry none.";
  };
  const fold = () => {
    const { predictions } = view.model.get("record");
    write(summary, tell(predictions));
    fill(
      all,
      predictions.map((entry) => h("li", {}, `${clock(entry.recorded_at)}: ${say(entry)}`)),
    );
    const waits = Boolean(view.pendingOf("predict"));
    const first = waits
      ? "Your prediction is kept on this page. It is recorded as soon as Python answers."
      : "A prediction that is recorded now comes after the results.";
    write(
      order,
      predictions.length
        ? "The first prediction stays as it is. A changed mind is recorded as a further entry."
        : first,
    );
    write(again, predictions.length ? "I have changed my mind" : "Record a prediction");
    again.hidden = page.again || view.readOnly() || waits;
  };
  element.focusSummary = () => told.querySelector("summary").focus();
  element.refresh = () => {
    const sent = view.pendingOf("predict");
    const { future, sum: total, text } = page.draft;
    told.hidden = !view.revealed;
    form.hidden = view.revealed && (!page.again || view.readOnly());
    for (const [radio, field] of radios) {
      radio.checked = page.draft[field] === radio.value;
      radio.disabled = Boolean(sent);
    }
    if (why.value !== text) why.value = text;
    why.readOnly = Boolean(sent);
    const ready = future && total && text.trim();
    disable(record, sent || !ready);
    need.hidden = Boolean(sent || ready);
    cancel.hidden = !view.revealed || Boolean(sent);
    without.hidden = view.revealed || !view.unanswered;
    fold();
  };
  return element;
}

// ---------------------------------------------------------------- part 2: inputs

function inputsPart(view) {
  const fields = { q: [], k: [] };
  const problem = h("p", { className: "aw-problem", id: newId(), role: "alert" });
  const names = { q: "query", k: "key" };

  function field(which, index) {
    const input = h("input", {
      type: "number",
      step: "0.5",
      min: "-100",
      max: "100",
      "aria-label": `${names[which]} of token ${index + 1}`,
      "aria-describedby": problem.id,
    });
    input.addEventListener("input", () => view.typed());
    input.onWorkbenchKey = (event) => {
      const change = { PageUp: 5, PageDown: -5 }[event.key];
      if (!change) return;
      event.preventDefault();
      input.value = Math.max(-100, Math.min(100, (Number(input.value) || 0) + change));
      view.typed();
    };
    fields[which].push(input);
    return h("td", {}, input);
  }

  const row = (which) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `${names[which]} `, h("i", {}, which)),
      [0, 1, 2].map((index) => field(which, index)),
    );
  const table = h(
    "table",
    { className: "aw-inputs" },
    h("caption", { className: "aw-hidden" }, "One query and one key for each token"),
    h(
      "tr",
      {},
      h("th", { scope: "col" }, "token"),
      TOKENS.map((n) => h("th", { scope: "col" }, String(n))),
    ),
    row("q"),
    row("k"),
  );
  const toggle = (name, text) => {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", () => view.change({ [name]: box.checked }));
    return [box, h("label", { className: "aw-choice" }, box, text)];
  };
  const [mask, maskLabel] = toggle("causal_mask", "Causal mask");
  const [after, afterLabel] = toggle("mask_after_softmax", "Mask after softmax (broken)");
  const reason = h("p", { className: "aw-reason", id: newId() });
  after.setAttribute("aria-describedby", reason.id);
  const presets = [
    ...Object.entries(PRESETS).map(([text, values]) => button(text, () => view.change(values))),
    button("Reset", () =>
      view.change({ ...WORKED_ROW, causal_mask: true, mask_after_softmax: false }),
    ),
  ];
  const element = part(
    "aw-input",
    "Inputs",
    bar(
      title("2", "Inputs"),
      h(
        "div",
        { className: "aw-presets", role: "group", "aria-label": "Values to start from" },
        h("span", { className: "aw-reason", "aria-hidden": "true" }, "Start from"),
        presets,
      ),
    ),
    h(
      "div",
      { className: "aw-columns" },
      table,
      h("div", { className: "aw-switches" }, maskLabel, afterLabel, reason),
    ),
    problem,
  );

  element.read = () => {
    const wrong = [];
    const read = (which) =>
      fields[which].map((input, index) => {
        const value = input.value.trim() === "" ? NaN : Number(input.value);
        const fits = Number.isFinite(value) && Math.abs(value) <= 100;
        input.setAttribute("aria-invalid", String(!fits));
        if (!fits) wrong.push(`${names[which]} of token ${index + 1}`);
        return value;
      });
    const values = { q: read("q"), k: read("k") };
    write(problem, wrong.length ? `Type a number from −100 to 100: ${wrong.join(", ")}.` : "");
    return wrong.length ? null : values;
  };
  element.write = ({ q, k }) => {
    for (const [which, values] of Object.entries({ q, k }))
      values.forEach((value, index) => {
        const input = fields[which][index];
        if (input.value === "" || Number(input.value) !== value) input.value = String(value);
      });
    element.read();
  };
  element.refresh = () => {
    const { causal_mask, mask_after_softmax } = view.values;
    mask.checked = causal_mask;
    after.checked = mask_after_softmax && causal_mask;
    after.disabled = !causal_mask;
    write(
      reason,
      !causal_mask
        ? "The mask is off: there is no mask to misplace."
        : mask_after_softmax
          ? "It zeroes future weights that softmax has counted."
          : "The mask hides the future, right of the diagonal.",
    );
  };
  return element;
}

// ---------------------------------------------------------------- part 3: result

/** Both orders side by side, the one that is on marked by a word, a dot and a border. */
function orderStrip() {
  const strips = Object.entries(ORDERS).map(([mode, stages]) => {
    const state = h("span", { className: "aw-on-off" });
    const list = h(
      "ol",
      { className: "aw-stages" },
      stages.map((stage) => h("li", {}, stage)),
    );
    const strip = h("div", { className: "aw-order" }, state, list);
    strip.follow = (now) => {
      const on = mode === now;
      strip.hidden = mode === "no_mask" && !on;
      strip.classList.toggle("aw-on", on);
      write(state, on ? "● on" : "○ off");
      if (mode === "mask_after_softmax") list.lastChild.classList.toggle("aw-late", on);
    };
    return strip;
  });
  const element = h(
    "div",
    { className: "aw-orders", role: "group", "aria-label": "Order of the steps" },
    strips,
  );
  element.follow = (mode) => strips.forEach((strip) => strip.follow(mode));
  return element;
}

const arrow = () => h("span", { className: "aw-arrow", "aria-hidden": "true" }, "→");

function matricesOf(view) {
  const scores = matrix(view, "aw-matrix", "Scores", false);
  const between = matrix(view, "aw-between", "Between", false);
  const weights = matrix(view, "aw-matrix", "Attention weights", true);
  const [first, second] = [arrow(), arrow()];
  const hidden = h(
    "p",
    { className: "aw-reason aw-veil" },
    "Record a prediction to see the attention weights.",
  );
  const element = h("div", { className: "aw-tables" });

  function followBetween(mode, results) {
    const early = mode === "mask_before_softmax";
    const [name, below] = early
      ? ["Masked scores", "mask: future → −∞"]
      : ["Probabilities", "softmax: future counted"];
    between.setAttribute("aria-label", name);
    between.caption(name, below);
    const all = attention({ ...view.values, causal_mask: false }).weights;
    between.print(early ? results.masked_scores : all, { weights: !early });
  }
  element.refresh = () => {
    const mode = modeOf(view.values);
    const results = attention(view.values);
    scores.caption("Scores", "score: q × k ÷ √1");
    scores.print(results.scores);
    if (!view.revealed) return place(element, scores, hidden);
    const last = ORDERS[mode].at(-1);
    weights.caption("Attention weights", `${last}. Row: querying token, column: source`);
    weights.print(results.weights, { weights: true });
    weights.printSums(results);
    if (mode === "no_mask") return place(element, scores, first, weights);
    followBetween(mode, results);
    return place(element, scores, first, between, second, weights);
  };
  return element;
}

/** The line that says how the marked cell comes about; its whole row unfolds below. */
function derivationOf(view) {
  const line = h("span", { className: "aw-derivation", id: view.derivationId });
  const steps = h("ol", { className: "aw-steps" });
  const element = h(
    "details",
    { className: "aw-derive" },
    h("summary", {}, line),
    h("div", { className: "aw-inside" }, steps),
  );
  element.refresh = () => {
    element.hidden = !view.revealed;
    if (!view.revealed) return;
    write(line, derivation(view.values, attention(view.values), view.at));
    fill(
      steps,
      [`Row ${view.at.i + 1} step by step`, ...rowSteps(view.values, view.at.i)].map((text) =>
        h("li", {}, text),
      ),
    );
  };
  return element;
}

function resultPart(view) {
  const heading = title("3", "Result");
  const orders = orderStrip();
  const stale = h("p", { className: "aw-reason", id: newId() });
  const tables = matricesOf(view);
  const cell = derivationOf(view);
  const text = h("div", { className: "aw-text" });
  const label = h("input", { type: "text", maxLength: 60 });
  const aside = h("input", { type: "checkbox" });
  const save = button("Save run", () => view.save(label, aside), "aw-button aw-main");
  save.setAttribute("aria-describedby", stale.id);
  const copy = button("Copy record", () => view.copy(), "aw-button aw-last");
  copy.title = "To take your runs along to another notebook when the file stays behind";
  const saving = h(
    "div",
    { className: "aw-actions" },
    save,
    h("label", { className: "aw-label" }, "Label (optional) ", label),
    h(
      "label",
      { className: "aw-choice", title: "The run is kept but does not count: you only tried it out" },
      aside,
      "not for submission",
    ),
    copy,
  );
  const element = part(
    "aw-result",
    "Result",
    bar(heading, orders),
    stale,
    tables,
    cell,
    text,
    saving,
    view.copyArea,
  );

  const first = () => view.model.get("record").predictions[0];
  const nudge = (values) => {
    const { runs } = view.model.get("record");
    const saved = (mode) => runs.some((run) => run.mode === mode);
    if (saved("mask_after_softmax") || !first() || modeOf(values) !== "mask_before_softmax") return "";
    const start = saved("mask_before_softmax") ? "Now" : "Save this run, then";
    return `${start} put the mask after softmax and look at row 2.`;
  };
  const lines = (values, results) => [
    ["aw-finding", sentences(values, results).join(" ")],
    ["aw-hint", hint(values, results)],
    ["aw-gap", [gap(first(), values, results), nudge(values)].filter(Boolean).join(" ")],
  ];
  element.focusHeading = () => heading.focus();
  element.point = () => cell.refresh();
  element.refresh = () => {
    const { values, revealed } = view;
    write(
      stale,
      view.valid ? "" : "From the last valid values; saving waits until the inputs are numbers.",
    );
    orders.follow(modeOf(values));
    tables.refresh();
    cell.refresh();
    text.hidden = saving.hidden = !revealed;
    if (!revealed) return;
    fill(
      text,
      lines(values, attention(values))
        .filter(([, line]) => line)
        .map(([className, line]) => h("p", { className }, line)),
    );
    const sent = view.pendingOf("save_run");
    const sending = sent && !view.isCut() && age(sent) < LATE_MS;
    disable(save, view.readOnly() || !view.valid || sending);
  };
  return element;
}

// ---------------------------------------------------------------- part 4: saved runs, compare

const headRow = (names) =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      names.map((name) => h("th", { scope: "col" }, name)),
    ),
  );

function runsList(view) {
  const count = h("span");
  const summary = h("summary", {}, step("4"), " ", count);
  const rows = region("Saved runs");
  rows.tabIndex = 0; // it scrolls, and nothing in it takes the focus
  const none = h("p", { className: "aw-reason" }, "Nothing is saved yet.");
  const element = h("details", { className: "aw-saved" }, summary, none, rows);
  const columns = ["run", "mode", "q", "k", "row sums", "future weight", "time", "label"];
  const row = (name, run, time) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      [
        MODE_WORDS[run.mode],
        list(run.inputs.q),
        list(run.inputs.k),
        list(run.results.row_sums, (total) => show(total)),
        show(run.results.future_weight_total),
        time,
        [run.label, run.for_submission ? "" : "not for submission"].filter(Boolean).join("; "),
      ].map((text) => h("td", {}, text)),
    );
  element.refresh = () => {
    const { runs } = view.model.get("record");
    const pending = [...view.page.pending.values()].filter(({ kind }) => kind === "save_run");
    write(count, `Saved runs (${runs.length})`);
    none.hidden = runs.length + pending.length > 0;
    rows.hidden = !none.hidden;
    fill(
      rows,
      h(
        "table",
        { className: "aw-list" },
        h("caption", { className: "aw-hidden" }, "Saved runs, oldest first"),
        headRow(columns),
        h(
          "tbody",
          {},
          runs.map((run, index) => row(String(index + 1), run, clock(run.saved_at))),
          pending.map(({ body }) => row("–", body, "not recorded yet")),
        ),
      ),
    );
  };
  return element;
}

function comparePart(view) {
  const summary = h("summary");
  const lacks = h("p", { className: "aw-lacks" });
  const saveOther = button("Save the other mode with these values", () =>
    view.saveOther(pairOf(view.model.get("record").runs).other),
  );
  const picked = { A: null, B: null }; // run ids that the learner chose; null follows the record
  const choice = (side) => {
    const select = h("select", { "aria-label": `Run ${side}` });
    select.addEventListener("change", () => ((picked[side] = select.value), view.refresh()));
    return [select, h("label", { className: "aw-pick" }, `${side} `, select)];
  };
  const [selectA, labelA] = choice("A");
  const [selectB, labelB] = choice("B");
  const [left, right] = [1, 2].map((n) => matrix(view, "aw-compared", `Compared run ${n}`, true));
  const words = h("ul", { className: "aw-differences", "aria-label": "Differences" });
  const offer = h("div", { className: "aw-actions" }, lacks, saveOther);
  const picks = h("div", { className: "aw-actions" }, labelA, labelB);
  const tables = h("div", { className: "aw-tables aw-pair" }, left, right);
  const inside = h("div", { className: "aw-inside" });
  const element = h("details", { className: "aw-compare" }, summary, inside);

  const offerRuns = (select, runs, index) => {
    const texts = runs.map(
      (run, n) => `run ${n + 1}: ${SHORT_MODES[run.mode]}, ${withValues(run)}`,
    );
    if (select.options.length !== runs.length)
      fill(
        select,
        runs.map((run, n) => h("option", { value: run.run_id }, texts[n])),
      );
    select.selectedIndex = index;
  };
  const draw = (grid, run, name) => {
    grid.setAttribute("aria-label", `Weights of ${name}`);
    grid.caption(`${name}: ${SHORT_MODES[run.mode]}`, ORDERS[run.mode].join(" → "));
    grid.print(run.results.weights, { weights: true });
    grid.printSums(run.results);
  };
  const chosen = (runs, pair) => {
    const automatic = pair ?? [runs.length - 2, runs.length - 1];
    return ["A", "B"].map((side, n) => {
      const index = runs.findIndex((run) => run.run_id === picked[side]);
      return index < 0 ? automatic[n] : index;
    });
  };
  element.refresh = () => {
    const { runs } = view.model.get("record");
    const { pair, lacks: missing, other } = pairOf(runs);
    write(lacks, missing);
    saveOther.hidden = !other;
    disable(saveOther, view.readOnly() || view.pendingOf("save_run"));
    if (runs.length < 2) {
      write(summary, "Compare two runs");
      return place(inside, offer);
    }
    const [a, b] = chosen(runs, pair);
    const names = [`run ${a + 1}`, `run ${b + 1}`];
    write(summary, `Compare runs ${a + 1} and ${b + 1}`);
    offerRuns(selectA, runs, a);
    offerRuns(selectB, runs, b);
    draw(left, runs[a], `Run ${a + 1}`);
    draw(right, runs[b], `Run ${b + 1}`);
    fill(
      words,
      differences(runs[a], runs[b], names).map((text) => h("li", {}, text)),
    );
    return place(inside, ...(pair ? [] : [offer]), picks, tables, words);
  };
  return element;
}

function runsPart(view) {
  const saved = runsList(view);
  const compare = comparePart(view);
  const element = part("aw-runs", "Saved runs");
  element.refresh = () => {
    element.hidden = !view.revealed;
    if (!view.revealed) return place(element);
    place(element, saved, compare);
    saved.refresh();
    compare.refresh();
    return undefined;
  };
  return element;
}

/** What hand-in still needs, beside the name of the workbench. */
function needsList(view) {
  const element = h("ul", { className: "aw-needs", "aria-label": "Evidence so far" });
  element.refresh = () => {
    element.hidden = !view.revealed;
    if (!view.revealed) return fill(element);
    return fill(
      element,
      checklist(view.model.get("record")).map(([done, text]) =>
        done
          ? h("li", { className: "aw-yes" }, `✓ ${text}`)
          : h("li", {}, "○ ", h("span", { className: "aw-hidden" }, "still missing: "), text),
      ),
    );
  };
  return element;
}

// ---------------------------------------------------------------- messages

/** The state of recording, in one sentence. */
export function stateText({ readOnly, versions, storage, connected, waited, oldest }) {
  if (readOnly) return "Opened for grading: saving is off.";
  if (versions) return "This view is of another version of the workbench: run this cell again.";
  if (oldest >= LATE_MS)
    return (
      "Not recorded yet. If Python is busy it will be recorded when it is free; " +
      "otherwise run this cell again."
    );
  if (oldest >= WAITING_MS) return "Waiting for Python (it may be running another cell)…";
  if (!connected)
    return waited >= LATE_MS
      ? "Python does not answer. To record, run this cell again."
      : "Connecting to Python…";
  if (oldest >= 0) return "Sending…";
  if (storage.kind === "memory") return "Kept in memory only.";
  return `Recording to ${storage.name}`;
}

/** What was recorded, and what to do next: what is missing, or else to bring it home. */
export function recordedText({ kind, number, late, memory, time, missing = "" }) {
  const kept = `${memory ? "kept in memory only" : "recorded"}${late ? " (late)" : ""}`;
  if (kind === "predict")
    return number > 1 ? `Prediction ${number} ${kept}.` : `Prediction ${kept}.`;
  const next =
    missing || "Run the evidence cell below, then save the notebook (Ctrl+S), before you hand in.";
  return `Run ${number} ${kept}${late ? "" : ` ${time}`}. ${next}`;
}

/** What is wrong with the file; empty if nothing is. */
export function storageText(storage) {
  if (storage.kind !== "memory") return storage.notice;
  return (
    `Kept in memory only: cannot write ${storage.name} (${storage.reason.replace(/\.$/, "")}). ` +
    "Run the evidence cell and save the notebook."
  );
}

/** Change text at most twice a second, so that a screen reader is not flooded. */
function calmly(say) {
  let timer, next, last;
  return (text) => {
    next = text;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        if (next !== last) say((last = next));
      },
      last === undefined ? 0 : 500,
    );
  };
}

// ---------------------------------------------------------------- render

function makeView(model) {
  const page = pageOf(model.get("storage").key);
  const view = {
    model,
    page,
    valid: true,
    at: { i: 1, j: 2 }, // the marked cell: row 2, column 3, the one that the lesson asks about
    matrices: [],
    derivationId: newId(),
    copyArea: h("textarea", {
      className: "aw-copy",
      rows: 4,
      readOnly: true,
      hidden: true,
      "aria-label": "Record to copy",
    }),
    pendingOf: (kind) => [...page.pending.values()].filter((entry) => entry.kind === kind).at(-1),
    readOnly: () => model.get("read_only"),
    isCut: () => link.cut,
    get values() {
      return {
        q: model.get("q_values"),
        k: model.get("k_values"),
        causal_mask: model.get("causal_mask"),
        mask_after_softmax: model.get("mask_after_softmax"),
      };
    },
    get revealed() {
      return model.get("record").predictions.length > 0 || page.shownWithout || view.readOnly();
    },
    /** Whether Python has been silent for so long that waiting for it would keep a learner out. */
    get unanswered() {
      const sent = view.pendingOf("predict");
      const silent = !link.connected && Date.now() - link.since >= LATE_MS;
      return link.cut || silent || Boolean(sent && age(sent) >= LATE_MS);
    },
  };

  const status = h("p", { className: "aw-state aw-note", role: "status" });
  const alarm = h("p", { className: "aw-problem", role: "alert" });
  const needs = needsList(view);
  const parts = [predictPart, inputsPart, resultPart, runsPart].map((make) => make(view));
  const [predict, inputs, result, runs] = parts;
  const announce = calmly((text) => {
    status.textContent = text;
    status.dataset.ok = String(/^(Recording|Run|Prediction)/.test(text));
  });
  let said = ""; // the last event, such as "Run 2 recorded"
  let copied = "";
  let refused = "";

  view.element = h(
    "div",
    { className: "aw-root", role: "group", "aria-label": "Attention workbench" },
    h(
      "div",
      { className: "aw-head" },
      h("p", { className: "aw-name" }, "Attention workbench"),
      needs,
    ),
    alarm,
    predict,
    inputs,
    result,
    status,
    runs,
  );
  // A notebook's single-key commands act on the cell wherever its focus is, and some destroy it.
  // Lab listens on the way up, Notebook 7 at the document on the way down: only the window comes
  // before both. Below it no listener hears the key, so ours are called from here.
  const guardKeys = (event) => {
    const leaves = (event.ctrlKey || event.metaKey) && event.key !== "Enter";
    const path = event.composedPath();
    if (leaves || !path.includes(view.element)) return;
    event.stopPropagation();
    path.forEach((node) => node.onWorkbenchKey?.(event));
  };

  const link = connect(model, page, () => view.refresh());
  view.recorded = ({ kind, time }, number, late) => {
    const memory = model.get("storage").kind === "memory";
    refused = "";
    const missing = stillMissing(model.get("record"));
    said = recordedText({ kind, number, late, memory, time: clock(time), missing });
    if (kind !== "predict") return;
    page.draft = emptyDraft();
    page.again = false;
    if (number === 1) view.reveal();
    else view.keepFocus(predict.focusSummary);
  };
  view.refused = (entry, error) => {
    said = "";
    refused = `Not recorded. ${error}`;
  };
  view.point = (at) => {
    view.at = at;
    view.matrices.forEach((grid) => grid.mark(at));
    result.point();
  };

  view.refresh = () => {
    view.element.dataset.stage = view.revealed ? "results" : "predict";
    [needs, ...parts].forEach((item) => item.refresh());
    const storage = model.get("storage");
    const oldest = Math.max(-1, ...[...page.pending.values()].map(age));
    const unsent = link.cut && oldest >= 0;
    const state = stateText({
      readOnly: view.readOnly(),
      versions: model.get("esm_version") !== VERSION,
      storage,
      connected: link.connected && !link.cut,
      waited: link.cut ? LATE_MS : Date.now() - link.since,
      oldest: unsent ? LATE_MS : oldest,
    });
    const event = oldest >= 0 || link.cut ? state : said || state;
    announce([copied, event].filter(Boolean).join(" "));
    write(alarm, [refused, storageText(storage)].filter(Boolean).join(" "));
  };
  view.refreshAll = () => page.views.forEach((other) => other.refresh());

  /** Redraw; if the focus was in this view, move it to where the learner should read on. */
  view.keepFocus = (focus) => {
    const hadFocus = view.element.contains(document.activeElement);
    view.refresh();
    if (hadFocus) focus();
  };
  view.reveal = () => view.keepFocus(result.focusHeading);
  view.showWithout = () => {
    page.shownWithout = true;
    page.views.forEach((other) => other.reveal());
  };
  view.writeAgain = (on) => {
    page.again = on;
    view.refreshAll();
  };
  view.typed = () => {
    const values = inputs.read();
    view.valid = values !== null;
    if (values) view.change(values, { written: true });
    else view.refresh();
  };
  view.change = ({ q, k, ...switches }, { written = false } = {}) => {
    if (q) model.set("q_values", q);
    if (k) model.set("k_values", k);
    for (const [name, value] of Object.entries(switches)) model.set(name, value);
    if (switches.causal_mask === false) model.set("mask_after_softmax", false);
    try {
      model.save_changes();
    } catch {
      link.cut = true; // the kernel was restarted; what is shown here goes on without it
    }
    if (q && !written) inputs.write(view.values);
    if (q) view.valid = true;
    view.refresh();
  };
  view.predict = () => {
    said = copied = refused = "";
    link.send("predict", {
      prediction_id: newId(),
      future_weight_with_mask: page.draft.future,
      row_sum_mask_after_softmax: page.draft.sum,
      text: wellFormed(page.draft.text.trim()),
    });
  };
  view.send = ({ label = "", aside = false } = {}) => {
    said = copied = refused = "";
    const { q, k, causal_mask, mask_after_softmax } = view.values;
    link.send("save_run", {
      run_id: newId(),
      client_saved_at: new Date().toISOString(),
      prediction_id: model.get("record").predictions[0]?.prediction_id ?? null,
      label: wellFormed(label.trim()),
      for_submission: !aside,
      mode: modeOf(view.values),
      inputs: { n: q.length, d: 1, q, k, causal_mask, mask_after_softmax },
      results: attention(view.values),
      engine: { name: "workbench-js", version: VERSION, dtype: "float64" },
    });
  };
  view.save = (label, aside) => {
    view.send({ label: label.value, aside: aside.checked });
    label.value = "";
    aside.checked = false;
  };
  /** Show the values of a run in the other mode, then save what is shown. */
  view.saveOther = ({ inputs: { q, k }, mode }) => {
    view.change({ q, k, causal_mask: true, mask_after_softmax: mode === "mask_before_softmax" });
    view.send();
  };
  view.copy = async () => {
    const text = copyText(model.get("record"), page.pending.values());
    try {
      await navigator.clipboard.writeText(text);
      view.copyArea.hidden = true;
      copied = "Record copied. Paste it into a new cell and run that cell.";
    } catch {
      view.copyArea.hidden = false;
      view.copyArea.value = text;
      view.copyArea.select();
      copied = "Copy the marked text (Ctrl+C), paste it into a new cell and run that cell.";
    }
    view.refresh();
  };
  view.follow = () => {
    inputs.write(view.values);
    view.valid = true;
    view.refresh();
  };
  view.start = () => {
    window.addEventListener("keydown", guardKeys, true);
    page.views.add(view);
    view.follow();
    view.point(view.at);
    link.start();
  };
  view.stop = () => {
    window.removeEventListener("keydown", guardKeys, true);
    page.views.delete(view);
    link.stop();
  };
  return view;
}

const VALUES = ["q_values", "k_values"];
const OTHERS = ["causal_mask", "mask_after_softmax", "storage", "read_only", "esm_version"];

function render({ model, el }) {
  const view = makeView(model);
  const events = [
    ...VALUES.map((name) => [`change:${name}`, view.follow]),
    ...OTHERS.map((name) => [`change:${name}`, view.refresh]),
  ];
  events.forEach(([event, react]) => model.on(event, react));
  el.append(view.element);
  view.start();
  return () => {
    events.forEach(([event, react]) => model.off(event, react));
    view.stop();
  };
}

export default { render };
