// Follows every link and every named page of the repository, and prints what leads nowhere: `node scripts/links.mjs`.
//
// - A link or picture in a Markdown file leads to a file of the repository, and its anchor to a heading there.
// - A name that ends in `.md`, in whatever file, is a page of the repository: from its root, or from the folder of the file or crate that
//   names it.
// - A section behind it (`docs/reference/uk-lettings.md 3.2`, `docs/reference/promises.md T13`, `docs/reference/screens/apply.md S2 5`,
//   `docs/reference/http.md, "Mails"`) is on that page.
// - A path in `code` on a page, such as `services/portfolio/src/sheet`, is there.
// - Nothing names a page that is not here under its old name, and no page is named without its path.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Names of pages and ways of naming sections that lead nowhere. */
const GONE = [
  [/\b3-decisions\b/, "docs/reference/decisions.md"],
  [/\b4-http\b/, "docs/reference/http.md"],
  [/\bsecurity-reliability\b/, "docs/reference/promises.md"],
  [/(?<![\w/.-])uk-(?:lettings|nations)\b(?!\.md)/, "docs/reference/uk-….md"],
  [/\b[Ss]pec(?:ification)? [12]\b/, "docs/reference/screens/….md S1 … or S2 …"],
  [/\.\.\/shared\/|\(design[,/ ]|\blibraries section \d|\bissue \d/, "a page of the repository"],
];

/** Files that are read by nobody as text, or whose every byte is counted: a migration that ran is never changed. */
const LEFT_OUT = /(^|\/)migrations\/|^\.sqlx\/|(^|\/)node_modules\/|(^|\/)tests\/samples\/|(^|\/)data\/|package-lock\.json$|^Cargo\.lock$|schema\.d\.ts$|^scripts\/links(\.test)?\.mjs$|\.(png|webp|jpg|gif|ico|ttf|otf|woff2?|pdf|zip|binpb|xlsx?|bin|gz|heic|svg)$/;
/** Names of Markdown files that programs write or that belong to others. */
const NOT_OURS = /^target\/|^docs\/throttling\.md$|(^|\/)(report|result)\.md$|breakpoints\.md$/;

/** Paths of the repository in a page's code; those that builds write are left out. */
const PATH = /`((?:services|gateway|web|tests|proto|deploy|scripts|bench|docs)\/[\w./-]+)`/g;
const BUILT = /^web\/(dist|coverage)/;

/** A heading's anchor, as hosts of repositories make it. */
export const slug = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
    .replace(/ /g, "-");

/** Lines of a Markdown file, empty where a block of code is. */
function prose(text) {
  let fence = null;
  return text.split("\n").map((line) => {
    const [, mark] = line.match(/^\s*(```+|~~~+)/) ?? [];
    if (mark && fence === null) fence = mark;
    else if (mark && mark.startsWith(fence)) fence = null;
    else if (fence === null) return line;
    return "";
  });
}

/** The parts of a page that links lead to: its headings with their anchors, and the first cells of its tables. */
function page(text) {
  const lines = prose(text);
  const headings = lines.map((line) => line.match(/^#{1,6} (.*?)#*$/)?.[1].trim()).filter((heading) => heading !== undefined);
  const anchors = new Set();
  for (const heading of headings) {
    let anchor = slug(heading);
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug(heading)}-${n}`;
    anchors.add(anchor);
  }
  return { headings, anchors, rows: new Set(lines.map((line) => line.match(/^\| ?(\w+) ?\|/)?.[1])) };
}

/** Says whether a page has a section: a heading's number, `S2 5` in a heading, or a row such as `T13`. */
function holds({ headings, rows }, section) {
  if (/^[TPR]\d/.test(section)) return rows.has(section);
  if (/^S[12] /.test(section)) return headings.some((heading) => heading.match(/\(([^)]*)\)$/)?.[1].split(", ").includes(section));
  return headings.some((heading) => new RegExp(`^${section.replaceAll(".", "\\.")}\\.?( |$)`).test(heading));
}

/**
 * The links of these files that lead nowhere, as `file:line: words`.
 * @param {string} root the folder of the repository
 * @param {string[]} files paths from there
 */
export function faults(root, files) {
  const known = new Set(files);
  const pages = new Map();
  const read = (path) => {
    if (!pages.has(path)) pages.set(path, page(readFileSync(join(root, path), "utf8")));
    return pages.get(path);
  };
  const isThere = (path) => files.some((file) => file === path || file.startsWith(`${path}/`) || file.endsWith(`/${path}`) || file.includes(`/${path}/`));
  const found = [];
  for (const file of files) {
    if (LEFT_OUT.test(file) || !existsSync(join(root, file)) || !statSync(join(root, file)).isFile()) continue;
    const text = readFileSync(join(root, file), "utf8");
    if (text.includes("\0")) continue;
    const markdown = file.endsWith(".md");
    const lines = markdown ? prose(text) : text.split("\n");
    lines.forEach((line, at) => {
      const say = (words) => found.push(`${file}:${at + 1}: ${words}`);
      const bare = markdown ? line.replace(/(!?\[[^\]]*\])\(([^)\s]*)[^)]*\)/g, (_, name, target) => (follow(target, say), ` ${/^!/.test(name) ? "" : ""} `)) : line;
      for (const [old, now] of GONE) if (old.test(bare)) say(`"${bare.match(old)[0]}" is not a page of the repository; name ${now}`);
      for (const [, path] of markdown ? bare.matchAll(PATH) : []) if (!BUILT.test(path) && !isThere(path.replace(/\/$/, ""))) say(`there is no ${path}`);
      for (const match of bare.matchAll(/(?<![\w/.…>*-])(?:\.{0,2}\/)*[\w][\w./-]*\.md\b(?!\/)/g)) named(match, bare, say);
    });
    function follow(target, say) {
      if (target === "" || /^[a-z]+:/.test(target)) return;
      const [path, anchor] = target.split("#");
      const to = path === "" ? file : normalize(join(dirname(file), decodeURI(path))).replace(/\/$/, "");
      const isFolder = to === "." || files.some((one) => one.startsWith(`${to}/`));
      if (!known.has(to) && !isFolder) say(`the link ${target} leads to no file`);
      else if (anchor && (!to.endsWith(".md") || !read(to).anchors.has(anchor))) say(`the link ${target} leads to no heading`);
    }
    function named(match, line, say) {
      const name = match[0];
      if (NOT_OURS.test(name) || /https?:\/\/\S*$/.test(line.slice(0, match.index))) return;
      const to = [name, join(dirname(file), name), name.replace(/^(\.\.\/)+/, "")].map(normalize).find((path) => known.has(path));
      if (to === undefined) return say(`there is no page ${name}`);
      if (!to.startsWith("docs/reference/")) return;
      const after = line.slice(match.index + name.length).replace(/^`/, "");
      const [, quoted] = after.match(/^, "([^"]+)"/) ?? [];
      if (quoted && !read(to).headings.some((heading) => heading.includes(quoted))) say(`${name} has no heading "${quoted}"`);
      const list = after.match(/^ ((?:S[12] )?\d+(?:\.\d+)*(?:(?:,? and |, | to )(?:S[12] )?\d+(?:\.\d+)*)*|[TPR]\d+(?:(?:,? and |, | to )[TPR]\d+)*)(?![\w])/);
      for (const section of list?.[1].split(/,? and |, | to /) ?? []) if (!holds(read(to), section)) say(`${name} has no section ${section}`);
    }
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(dirname(process.argv[1]), "..");
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  const only = process.argv.slice(2);
  const found = faults(root, list.trim().split("\n")).filter((fault) => only.length === 0 || only.some((folder) => fault.startsWith(folder)));
  for (const fault of found) console.log(fault);
  if (found.length > 0) {
    console.error(`${found.length} names or links lead nowhere.`);
    process.exit(1);
  }
}
