//! Addresses of pages and pictures (docs/reference/promises.md T34).

use url::Url;

/// Characters of an address.
const LONGEST: usize = 2_000;

/// The address with https, or `None` for what is no web address: another scheme, a name and password in it, a port of plain http.
#[must_use]
pub fn https(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let named = if text
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("www."))
    {
        format!("https://{text}")
    } else {
        text.to_owned()
    };
    let mut url = Url::parse(&named).ok()?;
    let usual = url.scheme() == "https" || url.scheme() == "http" && url.port().is_none();
    let plain = url.username().is_empty() && url.password().is_none();
    let host = url.host_str().is_some_and(|host| host.contains(['.', ':']));
    if !usual || !plain || !host {
        return None;
    }
    url.set_scheme("https").ok()?;
    Some(url.into()).filter(|url: &String| url.len() <= LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_kept_and_all_have_https() {
        for (text, kept) in [
            (
                "https://img.example.com/a.jpg",
                Some("https://img.example.com/a.jpg"),
            ),
            (
                " HTTP://img.example.com/a b.jpg ",
                Some("https://img.example.com/a%20b.jpg"),
            ),
            (
                "www.rightmove.com/image1.JPG",
                Some("https://www.rightmove.com/image1.JPG"),
            ),
            (
                "https://img.example.com:8443/a",
                Some("https://img.example.com:8443/a"),
            ),
            ("http://img.example.com:8080/a", None),
            ("javascript:alert(1)", None),
            ("java\nscript:alert(1)", None),
            ("data:text/html,x", None),
            ("ftp://example.com/a", None),
            ("//example.com/a", None),
            ("https://user:word@example.com/", None),
            ("https://localhost/", None),
            ("99999_S001_IMG_00.jpg", None),
            ("", None),
        ] {
            assert_eq!(https(text).as_deref(), kept, "{text}");
        }
        assert_eq!(
            https(&format!("https://example.com/{}", "a".repeat(3_000))),
            None
        );
    }
}
