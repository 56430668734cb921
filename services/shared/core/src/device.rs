//! Names of devices for people, from user agents.

/// Shown for a client without a usable user agent.
const UNKNOWN: &str = "Unknown device";

/// Browsers and the mark by which each is recognised. Nearly all also claim to be Chrome or Safari, so the order matters: the first
/// match counts.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems; those come first whose user agents also name a later one.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

/// Browser and system of a user agent: "Chrome on Windows". For a client that is not a browser, its first word.
#[must_use]
pub fn device_name(user_agent: &str) -> String {
    let find = |known: &[(&str, &'static str)]| {
        let found = known.iter().find(|(mark, _)| user_agent.contains(mark));
        found.map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => program(user_agent).unwrap_or(UNKNOWN).to_owned(),
    }
}

/// `curl` of `curl/8.5.0`.
fn program(user_agent: &str) -> Option<&str> {
    let word = user_agent.split([' ', '/']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (!word.is_empty() && word.len() <= 40 && word.chars().all(plain)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_systems_are_told_apart_despite_their_claims() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (user_agent, name) in [
            (
                format!(
                    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/131.0 Safari/537.36"
                ),
                "Chrome on Windows",
            ),
            (
                format!(
                    "Mozilla/5.0 (Windows NT 10.0) {webkit} Chrome/131.0 Safari/537.36 Edg/131.0"
                ),
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) Version/17.1 Safari/605.1.15"
                    .to_owned(),
                "Safari on Mac",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) Version/17.1 Safari/604.1"
                    .to_owned(),
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0".to_owned(),
                "Firefox on Linux",
            ),
            (
                format!(
                    "Mozilla/5.0 (Linux; Android 14) {webkit} Chrome/131.0 Mobile Safari/537.36"
                ),
                "Chrome on Android",
            ),
            ("curl/8.5.0".to_owned(), "curl"),
            (String::new(), "Unknown device"),
            ("<script>alert(1)</script>".to_owned(), "Unknown device"),
        ] {
            assert_eq!(device_name(&user_agent), name, "{user_agent}");
        }
    }
}
