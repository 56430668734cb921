//! Descriptions are HTML of a sort (docs/reference/uk-lettings.md 1.1.1, rule 13). Plain text is what is kept: every tag goes, so there is no
//! list of the harmless ones to keep up to date.

use super::cp1252;

/// Elements whose content is no text.
const HIDDEN: [&str; 11] = [
    "script", "style", "template", "iframe", "noscript", "svg", "math", "head", "title", "object",
    "textarea",
];
/// Elements that begin a new line.
const BLOCKS: [&str; 21] = [
    "br",
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
    "article",
    "blockquote",
    "dd",
    "dt",
    "pre",
];
/// The entities that feeds are seen to use.
const ENTITIES: [(&str, &str); 42] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("pound", "£"),
    ("euro", "€"),
    ("cent", "¢"),
    ("deg", "°"),
    ("sup2", "²"),
    ("sup3", "³"),
    ("frac12", "½"),
    ("frac14", "¼"),
    ("frac34", "¾"),
    ("times", "×"),
    ("plusmn", "±"),
    ("middot", "·"),
    ("bull", "•"),
    ("hellip", "…"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("sbquo", "‚"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("bdquo", "„"),
    ("prime", "′"),
    ("Prime", "″"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("agrave", "à"),
    ("acirc", "â"),
    ("ecirc", "ê"),
    ("ocirc", "ô"),
    ("ccedil", "ç"),
    ("shy", ""),
    ("zwnj", ""),
];
/// The number of passes over text whose entities hide tags again.
const ROUNDS: usize = 3;

/// The text without tags, on the lines that its tags make, with at most one empty line between two. Nothing in it looks like a tag.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut current = text.to_owned();
    for _ in 0..ROUNDS {
        let next = once(&current);
        if next == current {
            break;
        }
        current = next;
    }
    if has_tag(&current) {
        current.retain(|c| c != '<');
    }
    tidy(&current)
}

/// Works like [`plain`], on one line.
#[must_use]
pub fn plain_line(text: &str) -> String {
    plain(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn opens_tag(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
}

fn has_tag(text: &str) -> bool {
    text.match_indices('<')
        .any(|(at, _)| opens_tag(text.get(at + 1..).unwrap_or_default()))
}

fn once(text: &str) -> String {
    // ASCII lower case keeps every place where it was.
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(found) = rest.find(['<', '&']) else {
            out.push_str(rest);
            break;
        };
        out.push_str(rest.get(..found).unwrap_or_default());
        at += found;
        let inside = text.get(at + 1..).unwrap_or_default();
        if rest.as_bytes().get(found) == Some(&b'&') {
            let (meant, length) = entity(inside);
            out.push_str(&meant);
            at += 1 + length;
        } else if opens_tag(inside) {
            at = after_tag(text, &lower, at, &mut out);
        } else {
            out.push('<');
            at += 1;
        }
    }
    out
}

/// Where the text goes on after the tag at `at`, with the content of a hidden element.
fn after_tag(text: &str, lower: &str, at: usize, out: &mut String) -> usize {
    let tag = lower.get(at..).unwrap_or_default();
    if tag.starts_with("<!--") {
        return tag.find("-->").map_or(lower.len(), |end| at + end + 3);
    }
    let Some(end) = tag.find('>') else {
        // No tag ends any more: what follows is text, and none of its signs opens one.
        let rest = text.get(at..).unwrap_or_default();
        out.extend(rest.chars().filter(|c| *c != '<'));
        return lower.len();
    };
    let name: &str = tag
        .get(1..end)
        .unwrap_or_default()
        .trim_start_matches('/')
        .split(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    if BLOCKS.contains(&name) {
        out.push('\n');
    } else if matches!(name, "td" | "th") {
        out.push(' ');
    }
    if HIDDEN.contains(&name) && !tag.starts_with("</") {
        let close = format!("</{name}");
        return tag.find(&close).map_or(lower.len(), |found| at + found);
    }
    at + end + 1
}

/// Returns the meaning of an entity, and its length after the `&`. A bare `&` means itself.
fn entity(rest: &str) -> (String, usize) {
    let bare = || ("&".to_owned(), 0);
    let Some(end) = rest.bytes().take(12).position(|b| b == b';') else {
        return bare();
    };
    let Some(name) = rest.get(..end) else {
        return bare();
    };
    let number = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        },
        None => {
            return ENTITIES
                .iter()
                .find(|(known, _)| *known == name)
                .map_or_else(bare, |(_, meant)| ((*meant).to_owned(), end + 1));
        }
    };
    match number.and_then(char::from_u32) {
        Some(c) => (cp1252::intended(c).to_string(), end + 1),
        None => bare(),
    }
}

fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.split(['\n', '\r']) {
        let words = line
            .split(|c: char| c.is_whitespace() || c == '\u{a0}')
            .map(|word| {
                word.chars()
                    .map(cp1252::intended)
                    .filter(|c| !c.is_control() && !is_invisible(*c))
                    .collect::<String>()
            })
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        if words.is_empty() {
            empty += 1;
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
            if empty > 0 {
                out.push('\n');
            }
        }
        empty = 0;
        out.push_str(&words);
    }
    out
}

/// Marks that turn the direction of text or that nobody sees.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_lines_and_entities_become_letters() {
        assert_eq!(
            plain(
                "<b>Lounge</b><br/>12' 4\" x 11' (3.76m x 3.35m). Gas fire &amp; bay window.<br/><b>Kitchen</b><br/>Fitted units."
            ),
            "Lounge\n12' 4\" x 11' (3.76m x 3.35m). Gas fire & bay window.\nKitchen\nFitted units."
        );
        assert_eq!(
            plain("<p>One</p><p>Two &#163;5 &#x20ac;6 it&#146;s</p>"),
            "One\n\nTwo £5 €6 it’s"
        );
        assert_eq!(
            plain("Garden & Off Street &unknown; 3 < 5 > 2"),
            "Garden & Off Street &unknown; 3 < 5 > 2"
        );
        assert_eq!(plain("it\u{92}s\u{0}\u{7} here\u{202e}"), "it’s here");
        assert_eq!(plain_line(" a\r\n<br>b  c "), "a b c");
    }

    #[test]
    fn nothing_that_runs_is_left() {
        for hostile in [
            "a<script>alert(1)</script>b",
            "a<SCRIPT src=x>alert(1)</SCRIPT >b",
            "a<style>x</style><!-- <b> -->b",
            "a<svg onload=alert(1)><script>x</script></svg>b",
            "a&lt;script&gt;alert(1)&lt;/script&gt;b",
            "a&amp;lt;img src=x onerror=alert(1)&amp;gt;b",
        ] {
            assert_eq!(plain(hostile), "ab", "{hostile}");
        }
        let nested = "&amp;amp;amp;amp;lt;b&amp;amp;amp;amp;gt;";
        for hostile in [
            "<img src=x onerror=alert(1)",
            "<<b>script>x",
            "<scr<script>ipt>",
            "a<script>b",
            nested,
        ] {
            let text = plain(hostile);
            assert!(!has_tag(&text), "{hostile} gives {text}");
        }
    }

    #[test]
    fn hostile_text_takes_linear_time() {
        for unit in ["<a", "<!--", "&", "<script>", "</", "&#", "<p>"] {
            let _ = plain(&unit.repeat(20_000));
        }
    }
}
