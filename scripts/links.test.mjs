// A link, a page's name or a section that leads nowhere is found, and what leads somewhere is not.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { faults, slug } from "./links.mjs";

const PAGE = `# 1. Rules of rent

Text with a [link](other.md#second-heading) and a picture: ![one](../images/one.webp).

## 1.1 Deposits & caps
## What it shows (S1 2.3, S2 5)
## Mails

| T13 | a threat |

\`\`\`
[no link](nowhere.md)
\`\`\`
`;

/** The faults of a repository that has these files besides two whole pages and a picture. */
function of(files) {
  const root = mkdtempSync(join(tmpdir(), "lintel-links-"));
  const all = { "docs/reference/rent.md": PAGE, "docs/reference/other.md": "# Other\n## Second heading\n## Second heading\n", "docs/images/one.webp": "", ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  try {
    return faults(root, Object.keys(all));
  } finally {
    rmSync(root, { recursive: true });
  }
}

test("whole pages have no fault", () => assert.deepEqual(of({}), []));

test("anchors are made as hosts make them", () => {
  assert.equal(slug("3.1 Renters' Rights Act 2025: what is in force"), "31-renters-rights-act-2025-what-is-in-force");
  assert.equal(slug("Sign-in, cookies, files"), "sign-in-cookies-files");
});

test("a link to a file or heading that is not there is found, with its line", () => {
  const readme = "# A\n[gone](docs/gone.md)\n[no heading](docs/reference/other.md#third)\n![no picture](docs/images/two.webp)\n[own](#b)\n";
  assert.deepEqual(of({ "README.md": readme }), [
    "README.md:2: the link docs/gone.md leads to no file",
    "README.md:3: the link docs/reference/other.md#third leads to no heading",
    "README.md:4: the link docs/images/two.webp leads to no file",
    "README.md:5: the link #b leads to no heading",
  ]);
});

test("links to folders, hosts and a second heading of one name pass", () => {
  const readme = "# A\n[folder](docs/reference/) [host](https://host.example/x.md) [second](docs/reference/other.md#second-heading-1) [top](#a)\n";
  assert.deepEqual(of({ "README.md": readme }), []);
});

test("a section that a comment names is on its page", () => {
  const good = "// docs/reference/rent.md 1.1 and 1, docs/reference/rent.md T13, docs/reference/rent.md S1 2.3 and S2 5\n// docs/reference/rent.md, \"Mails\"\n";
  assert.deepEqual(of({ "src/a.rs": good }), []);
  const bad = "// docs/reference/rent.md 1.2\n// docs/reference/rent.md T14\n// docs/reference/rent.md S2 6\n// docs/reference/rent.md 1.1 and 3\n// docs/reference/rent.md, \"Calls\"\n";
  assert.deepEqual(of({ "src/a.rs": bad }), [
    "src/a.rs:1: docs/reference/rent.md has no section 1.2",
    "src/a.rs:2: docs/reference/rent.md has no section T14",
    "src/a.rs:3: docs/reference/rent.md has no section S2 6",
    "src/a.rs:4: docs/reference/rent.md has no section 3",
    'src/a.rs:5: docs/reference/rent.md has no heading "Calls"',
  ]);
});

test("pages that are not in the repository are found by their old names", () => {
  for (const text of ["3-decisions section 8", "4-http, Mails", "uk-lettings 3.1", "security-reliability T13", "specification 2 section 5", "Spec 1 section 2.2", "house.md 2", "(design, web D3)", "../shared/spec", "(issue 12)"]) {
    assert.equal(of({ "src/a.rs": `// ${text}\n` }).length, 1, text);
  }
});

test("a path in a page's code is looked for from root and reader", () => {
  const readme = "# A\n`docs/reference/rent.md`, `docs/images`, `tests/a.rs`, `web/dist`\n`services/gone/src`\n";
  assert.deepEqual(of({ "README.md": readme, "gateway/src/tests/a.rs": "" }), ["README.md:3: there is no services/gone/src"]);
});

test("a migration keeps the words with which it ran", () => {
  assert.deepEqual(of({ "services/x/migrations/1_a.sql": "-- uk-lettings 2.1, docs/gone.md\n" }), []);
});
