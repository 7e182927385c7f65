// The attention workbench in the browser. One module, read from top to bottom:
// engine, numbers, ids and time, page, link to Python, parts of the view, render.
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
const STAGES = {
  mask_before_softmax: ["score", "mask", "softmax"],
  mask_after_softmax: ["score", "softmax", "mask"],
  no_mask: ["score", "softmax"],
};
const ZERO_WORDS = { zero: "no weight", nonzero: "some weight" };
const SUM_WORDS = { less_than_1: "less than 1", equal_1: "exactly 1", more_than_1: "more than 1" };

// ---------------------------------------------------------------- engine

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
  const isFuture = (i, j) => j > i;
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

const short = (row) => row.map((cell) => String(cell).replace("-", "−")).join(", ");
const sumsToOne = (total) => Math.abs(total - 1) <= SUM_TOLERANCE;

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

/** The record and what Python has not answered yet, as a cell that can be pasted and run. */
export function copyText(record, pending) {
  const copy = { ...record, predictions: [...record.predictions], runs: [...record.runs] };
  let seq = Math.max(0, ...[...copy.predictions, ...copy.runs].map((entry) => entry.seq));
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
      draft: { future: "", sum: "", text: "" },
      shownWithout: false,
      views: new Set(),
    });
  }
  return pages.get(key);
}

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
    settle();
    post({ id: helloId, kind: "hello", body: { frontend: frontend() } });
    wake(LATE_MS);
  };
  link.stop = () => {
    timers.forEach(clearTimeout);
    model.off("msg:custom", onMessage);
    model.off("change:record", settle);
  };
  return link;
}

// ---------------------------------------------------------------- elements

/** Make an element: properties by name, attributes where the name has a dash or is a role. */
function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "scope" || name === "for") {
      if (value !== null) element.setAttribute(name, value);
    } else element[name] = value;
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined),
  );
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
const part = (className, title, ...children) =>
  h("div", { className: `aw-part ${className}`, role: "group", "aria-label": title }, ...children);
const title = (number, text) =>
  h(
    "p",
    { className: "aw-title", tabIndex: -1 },
    h("span", { className: "aw-step" }, number),
    ` ${text}`,
  );

// ---------------------------------------------------------------- part 1: predict

function predictPart(view) {
  const { page } = view;
  const choose = (field, question, choices) => {
    const name = newId();
    const radios = Object.entries(choices).map(([value, text]) => {
      const radio = h("input", {
        type: "radio",
        name,
        value,
        checked: page.draft[field] === value,
      });
      radio.addEventListener("change", () => ((page.draft[field] = value), view.refresh()));
      return h("label", { className: "aw-choice" }, radio, text);
    });
    return h("fieldset", { className: "aw-question" }, h("legend", {}, question), radios);
  };
  const why = h("textarea", { rows: 2, maxLength: 2000, value: page.draft.text });
  why.addEventListener("input", () => ((page.draft.text = why.value), view.refresh()));
  const record = button("Record prediction", () => view.predict(), "aw-button aw-main");
  const without = button("Show results without recording", () => view.showWithout());
  const need = h(
    "p",
    { className: "aw-reason", id: newId() },
    "Answer both and write why, then record.",
  );
  record.setAttribute("aria-describedby", need.id);
  const form = h(
    "div",
    { className: "aw-form" },
    choose("future", "With the causal mask on, token 2 puts on token 3", {
      zero: "no weight",
      nonzero: "some weight",
    }),
    choose("sum", "With the mask applied after softmax instead, row 2 will sum to", SUM_WORDS),
    h("label", { className: "aw-why" }, "Why? One sentence is enough.", why),
    h("div", { className: "aw-actions" }, record, without, need, view.note("predict")),
  );
  const done = h("p", { className: "aw-done" });
  const element = part("aw-predict", "Predict", title("1", "Predict"), form, done);

  element.refresh = () => {
    const { predictions } = view.model.get("record");
    const first = predictions[0];
    const sent = view.pendingOf("predict");
    const { future, sum: total, text } = page.draft;
    form.hidden = Boolean(first) || page.shownWithout || view.readOnly();
    done.hidden = !form.hidden;
    for (const input of form.querySelectorAll("input")) input.disabled = Boolean(sent);
    why.readOnly = Boolean(sent);
    const ready = future && total && text.trim();
    disable(record, sent || !ready);
    need.hidden = Boolean(sent || ready);
    without.hidden = !(sent && (view.isCut() || age(sent) >= LATE_MS));
    if (first) {
      done.textContent =
        `You predicted: ${ZERO_WORDS[first.future_weight_with_mask]} on token 3; ` +
        `masked after softmax, row 2 sums to ${SUM_WORDS[first.row_sum_mask_after_softmax]}. ` +
        `Why: ${first.text}`;
    } else if (view.readOnly()) done.textContent = "No prediction was recorded.";
    else done.textContent = "Shown without a recorded prediction: runs saved now carry none.";
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
    input.addEventListener("keydown", (event) => {
      const step = { PageUp: 5, PageDown: -5 }[event.key];
      if (!step) return;
      event.preventDefault();
      input.value = Math.max(-100, Math.min(100, (Number(input.value) || 0) + step));
      view.typed();
    });
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
      ["1", "2", "3"].map((n) => h("th", { scope: "col" }, n)),
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
    title("2", "Inputs"),
    h(
      "div",
      { className: "aw-columns" },
      table,
      h("div", { className: "aw-switches" }, maskLabel, afterLabel, reason),
    ),
    problem,
    h(
      "div",
      { className: "aw-actions", role: "group", "aria-label": "Values to start from" },
      presets,
    ),
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
    const text = wrong.length ? `Type a number from −100 to 100: ${wrong.join(", ")}.` : "";
    if (problem.textContent !== text) problem.textContent = text;
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
    reason.textContent = !causal_mask
      ? "The causal mask is off: there is no mask to misplace."
      : mask_after_softmax
        ? "The mask sets future weights to 0 after softmax has counted them."
        : "The mask hides future tokens: the columns right of the diagonal.";
  };
  return element;
}

// ---------------------------------------------------------------- part 3: result

const TOKENS = [1, 2, 3];
const head = (...names) =>
  h(
    "tr",
    {},
    h("td", {}),
    names.map((name) => h("th", { scope: "col" }, name)),
  );

function cell(number, { future, weight = 0, word = "future" }) {
  const element = h(
    "td",
    { className: future ? "aw-cell aw-future" : "aw-cell" },
    h("span", { className: "aw-number" }, number),
    future ? h("span", { className: "aw-word" }, word) : null,
  );
  element.style.setProperty("--aw-weight", String(weight));
  return element;
}

function scoreTable(results, mode) {
  const masked = mode === "mask_before_softmax";
  return h(
    "table",
    { className: "aw-matrix" },
    h("caption", {}, "Scores ", h("span", {}, "q × k ÷ √1")),
    head(...TOKENS.map((n) => `k${n}`)),
    results.scores.map((row, i) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, `q${i + 1}`),
        row.map((score, j) =>
          j > i && masked
            ? cell("−∞", { future: true, word: `future, was ${show(score, 2)}` })
            : cell(show(score, 2), { future: j > i }),
        ),
      ),
    ),
  );
}

function weightTable(results) {
  const verdict = (total) =>
    h(
      "td",
      { className: sumsToOne(total) ? "aw-sum" : "aw-sum aw-bad" },
      h("span", { className: "aw-number" }, show(total)),
      h("span", { className: "aw-word" }, sumsToOne(total) ? "✓ sums to 1" : "✗ not 1"),
    );
  return h(
    "table",
    { className: "aw-matrix" },
    h(
      "caption",
      {},
      "Attention weights ",
      h("span", {}, "each row: one querying token; each column: one source token"),
    ),
    head(...TOKENS.map((n) => `k${n}`), "row sum", "future weight"),
    results.weights.map((row, i) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, `q${i + 1}`),
        row.map((weight, j) => cell(show(weight), { future: j > i, weight })),
        verdict(results.row_sums[i]),
        h(
          "td",
          { className: "aw-sum" },
          h("span", { className: "aw-number" }, show(results.future_weight[i])),
        ),
      ),
    ),
  );
}

/** Say what the numbers show: row sums first, because they alone tell the two modes apart. */
export function sentences(values, results) {
  const mode = modeOf(values);
  const off = TOKENS.filter((n) => !sumsToOne(results.row_sums[n - 1]));
  const rows = off.length === 1 ? `Row ${off[0]} does` : `Rows ${off.join(" and ")} do`;
  const lines = [off.length ? `${rows} not sum to 1.` : "Every row sums to 1."];
  const total = show(results.future_weight_total);
  if (mode === "no_mask") {
    lines.push(`But nothing hides the future: together the rows put ${total} on later tokens.`);
  } else lines.push(`Future-token weight ${total}.`);
  if (mode !== "mask_after_softmax") return lines;
  const before = attention({ ...values, causal_mask: false }).future_weight[1];
  lines.push(
    `Softmax gave ${show(before)} of row 2 to the future; ` +
      `zeroing it afterwards left ${show(results.row_sums[1])}.`,
  );
  if (results.max_row_sum_error < SHOWS)
    lines.push("With these values the failure hardly shows: make a future key larger.");
  return lines;
}

function gap(prediction, mode, results) {
  if (!prediction || mode === "no_mask") return "";
  if (mode === "mask_after_softmax")
    return (
      `You predicted that row 2 sums to ${SUM_WORDS[prediction.row_sum_mask_after_softmax]}; ` +
      `it sums to ${show(results.row_sums[1])}.`
    );
  return (
    `You predicted ${ZERO_WORDS[prediction.future_weight_with_mask]} of token 2 on token 3; ` +
    `it is ${show(results.weights[1][2])}.`
  );
}

const stages = (mode) =>
  h(
    "ol",
    { className: "aw-stages", "aria-label": "Order of the steps" },
    STAGES[mode].map((stage) =>
      h(
        "li",
        { className: stage === "mask" && mode === "mask_after_softmax" ? "aw-late" : "" },
        stage,
      ),
    ),
  );

const region = (label) =>
  h("div", { className: "aw-scroll", role: "group", tabIndex: 0, "aria-label": label });

function resultPart(view) {
  const heading = title("3", "Result");
  const order = h("div", {});
  const stale = h("p", { className: "aw-reason" });
  const scores = region("Scores");
  const weights = region("Attention weights");
  const text = h("p", { className: "aw-text" });
  const label = h("input", { type: "text", maxLength: 60 });
  const aside = h("input", { type: "checkbox" });
  const save = button("Save run", () => view.save(label, aside), "aw-button aw-main");
  const copy = button("Copy record", () => view.copy());
  const saving = h(
    "div",
    { className: "aw-actions" },
    save,
    copy,
    h("label", { className: "aw-label" }, "Label (optional) ", label),
    h("label", { className: "aw-choice" }, aside, "not for submission"),
  );
  const note = view.note("save");
  const hidden = h(
    "p",
    { className: "aw-reason" },
    "Record a prediction to see the attention weights.",
  );
  const element = part(
    "aw-result",
    "Result",
    heading,
    stale,
    order,
    h("div", { className: "aw-tables" }, scores, weights),
    hidden,
    text,
    saving,
    note,
    view.copyArea,
  );

  element.focusHeading = () => heading.focus();
  element.refresh = () => {
    const { values, revealed } = view;
    const mode = modeOf(values);
    const results = attention(values);
    stale.textContent = view.valid ? "" : "From the last valid values:";
    hidden.hidden = revealed;
    for (const item of [order, weights, text, saving, note]) item.hidden = !revealed;
    if (!revealed) {
      fill(scores, scoreTable(results, null));
      fill(weights);
      return;
    }
    fill(order, stages(mode));
    fill(scores, scoreTable(results, mode));
    fill(weights, weightTable(results));
    const prediction = view.model.get("record").predictions[0];
    text.textContent = [...sentences(values, results), gap(prediction, mode, results)].join(" ");
    const sent = view.pendingOf("save_run");
    const sending = sent && !view.isCut() && age(sent) < LATE_MS;
    disable(save, view.readOnly() || !view.valid || sending);
  };
  return element;
}

// ---------------------------------------------------------------- part 4: saved runs

/** What hand-in still needs, as pairs of [done, sentence]. */
export function checklist(record) {
  const runs = record.runs.filter((run) => run.for_submission);
  const of = (mode) => runs.filter((run) => run.mode === mode);
  const values = (run) => JSON.stringify([run.inputs.q, run.inputs.k]);
  const correct = of("mask_before_softmax");
  const seen = new Set(correct.map(values));
  const pairs = of("mask_after_softmax").filter((run) => seen.has(values(run)));
  return [
    [record.predictions.length > 0, "prediction"],
    [correct.length > 0, "correct run"],
    [pairs.length > 0, "broken run with the same q and k"],
    [pairs.some((run) => run.results.max_row_sum_error >= SHOWS), "failure shows in its row sums"],
  ];
}

function runsPart(view) {
  const list = region("Saved runs");
  const needs = h("ul", { className: "aw-needs", "aria-label": "Evidence so far" });
  const count = h("span", {});
  const heading = h(
    "p",
    { className: "aw-title" },
    h("span", { className: "aw-step" }, "4"),
    " ",
    count,
  );
  const element = part("aw-runs", "Saved runs", heading, needs, list);
  const columns = ["run", "mode", "q", "k", "row sums", "future weight", "time", "label"];

  const row = (name, run, time) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      [
        MODE_WORDS[run.mode],
        short(run.inputs.q),
        short(run.inputs.k),
        run.results.row_sums.map((total) => show(total)).join(", "),
        show(run.results.future_weight_total),
        time,
        [run.label, run.for_submission ? "" : "not for submission"].filter(Boolean).join("; "),
      ].map((text) => h("td", {}, text)),
    );

  element.refresh = () => {
    element.hidden = !view.revealed;
    if (!view.revealed) return (fill(needs), fill(list));
    const record = view.model.get("record");
    const pending = [...view.page.pending.values()].filter(({ kind }) => kind === "save_run");
    count.textContent = `Saved runs (${record.runs.length})`;
    fill(
      needs,
      checklist(record).map(([done, text]) =>
        h("li", { className: done ? "aw-yes" : "" }, `${done ? "✓" : "○ still missing:"} ${text}`),
      ),
    );
    if (!(record.runs.length + pending.length)) return fill(list);
    return fill(
      list,
      h(
        "table",
        { className: "aw-list" },
        h("caption", { className: "aw-hidden" }, "Saved runs, oldest first"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            columns.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          record.runs.map((run, index) => row(index + 1, run, clock(run.saved_at))),
          pending.map(({ body }) => row("–", body, "not recorded yet")),
        ),
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
  if (storage.kind === "memory") return "Kept in memory only";
  return `Recording to ${storage.name}`;
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
function calmly(write) {
  let timer, next, last;
  return (text) => {
    next = text;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        if (next !== last) write((last = next));
      },
      last === undefined ? 0 : 500,
    );
  };
}

// ---------------------------------------------------------------- render

function makeView(model) {
  const page = pageOf(model.get("storage").key);
  const notes = {};
  const view = {
    model,
    page,
    valid: true,
    note: (place) => (notes[place] = h("p", { className: "aw-note" })),
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
  };

  const state = h("p", { className: "aw-state" });
  const live = h("p", { className: "aw-hidden", role: "status" });
  const alarm = h("p", { className: "aw-problem", role: "alert" });
  const parts = [predictPart, inputsPart, resultPart, runsPart].map((make) => make(view));
  const [, inputs, result] = parts;
  const announce = calmly((text) => (live.textContent = text));
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
      state,
    ),
    live,
    alarm,
    parts,
  );
  // Lab's single-key commands act on the cell wherever its focus is, and some of them destroy it.
  view.element.addEventListener("keydown", (event) => {
    const leaves = (event.ctrlKey || event.metaKey) && event.key !== "Enter";
    if (!leaves) event.stopPropagation();
  });

  const link = connect(model, page, () => view.refresh());
  view.recorded = (entry, number, late) => {
    refused = "";
    if (entry.kind === "predict") {
      said = late ? "Prediction recorded (late)." : "Prediction recorded.";
      view.reveal();
    } else {
      const kept = model.get("storage").kind === "memory" ? "kept in memory only" : "recorded";
      const when = late ? " (late)" : ` ${clock(entry.time)}`;
      said =
        `Run ${number} ${kept}${when}. Run the evidence cell below, ` +
        "then save the notebook (Ctrl+S), before you hand in.";
    }
  };
  view.refused = (entry, error) => {
    said = "";
    refused = `Not recorded. ${error}`;
  };

  view.refresh = () => {
    parts.forEach((item) => item.refresh());
    const storage = model.get("storage");
    const oldest = Math.max(-1, ...[...page.pending.values()].map(age));
    const unsent = link.cut && oldest >= 0;
    const text = stateText({
      readOnly: view.readOnly(),
      versions: model.get("esm_version") !== VERSION,
      storage,
      connected: link.connected && !link.cut,
      waited: link.cut ? LATE_MS : Date.now() - link.since,
      oldest: unsent ? LATE_MS : oldest,
    });
    state.textContent = text;
    state.dataset.ok = String(text.startsWith("Recording"));
    const event = unsent || oldest >= WAITING_MS ? text : oldest >= 0 ? "Sending…" : said;
    for (const note of Object.values(notes))
      note.textContent = [copied, event].filter(Boolean).join(" ");
    announce([copied, event === "Sending…" ? "" : event || text].filter(Boolean).join(" "));
    const wrong = [refused, storageText(storage)].filter(Boolean).join(" ");
    if (alarm.textContent !== wrong) alarm.textContent = wrong;
  };

  view.reveal = () => {
    const hadFocus = view.element.contains(document.activeElement);
    view.refresh();
    if (hadFocus) result.focusHeading();
  };
  view.showWithout = () => {
    page.shownWithout = true;
    view.reveal();
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
  view.save = (label, aside) => {
    said = copied = refused = "";
    const { q, k, causal_mask, mask_after_softmax } = view.values;
    link.send("save_run", {
      run_id: newId(),
      client_saved_at: new Date().toISOString(),
      prediction_id: model.get("record").predictions[0]?.prediction_id ?? null,
      label: wellFormed(label.value.trim()),
      for_submission: !aside.checked,
      mode: modeOf(view.values),
      inputs: { n: q.length, d: 1, q, k, causal_mask, mask_after_softmax },
      results: attention(view.values),
      engine: { name: "workbench-js", version: VERSION, dtype: "float64" },
    });
    label.value = "";
    aside.checked = false;
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
    page.views.add(view);
    view.follow();
    link.start();
  };
  view.stop = () => {
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
