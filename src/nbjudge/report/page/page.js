// The table of students: search, sort, filters. Without this script it is a plain table.
const table = document.querySelector("#students-table");
const form = document.querySelector("#filters");
const PAGE = 100;

function matches(row) {
  const asked = Object.fromEntries(new FormData(form));
  const { status, modes, cluster, look } = row.dataset;
  return (
    (!asked.status || asked.status === status) &&
    (!asked.mode || modes.split(" ").includes(asked.mode)) &&
    (!asked.cluster || asked.cluster === cluster) &&
    (!asked.look || look === "yes")
  );
}

if (table) {
  const data = new DataTable(table, {
    autoWidth: false,
    order: [],
    pageLength: PAGE,
    lengthMenu: [PAGE, 500, { label: "all", value: -1 }],
    layout: { topStart: "search", topEnd: "pageLength", bottomStart: "info", bottomEnd: "paging" },
    language: {
      search: "Search",
      lengthMenu: "Rows on a page: _MENU_",
      info: "_START_ to _END_ of _TOTAL_ students",
      infoEmpty: "No student",
      infoFiltered: "(of _MAX_)",
      zeroRecords: "No student fits. Change the search or the filters.",
    },
  });
  data.search.fixed("filters", (_text, _data, index) => matches(data.row(index).node()));
  form.addEventListener("input", () => data.draw());
  form.addEventListener("reset", () => setTimeout(() => data.search("").draw()));
  form.hidden = false;

  // Paper has no second page of a table.
  let length = PAGE;
  addEventListener("beforeprint", () => {
    length = data.page.len();
    data.page.len(-1).draw();
  });
  addEventListener("afterprint", () => data.page.len(length).draw());

  // A cluster's number, in the table of clusters, shows its students.
  for (const link of document.querySelectorAll('#clusters a[href="#students"]')) {
    link.addEventListener("click", () => {
      form.reset();
      form.elements.cluster.value = link.textContent;
      data.search("").draw();
    });
  }
}

// What is told of a student stands in a noscript element, which is one text to the browser until it is
// opened: a class of 1,000 would be 200,000 elements that nobody looks at. All texts of students in
// it are escaped.
function fill(student) {
  const told = student.querySelector("noscript");
  if (told) told.outerHTML = told.textContent;
}
document.addEventListener(
  "toggle",
  (event) => event.target.matches("details.student[open]") && fill(event.target),
  true,
);

// A link to a student opens what is told of that one.
function follow() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.matches("details.student")) return;
  fill(target);
  target.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", follow);
follow();
