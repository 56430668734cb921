//! Entities of SGML, XML and web pages.

/// The text with its entities and its references to characters resolved, once. What is none stays as it is.
pub fn resolved(text: &str) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        resolved.push_str(before);
        let named = entity.split_once(';').and_then(|(name, after)| {
            let name = name.get(1..).filter(|name| name.len() <= 10)?;
            Some((character(name)?, after))
        });
        if let Some((character, after)) = named {
            resolved.push(character);
            rest = after;
        } else {
            resolved.push('&');
            rest = entity.get(1..).unwrap_or_default();
        }
    }
    resolved.push_str(rest);
    resolved
}

/// The character that an entity or a reference means.
fn character(name: &str) -> Option<char> {
    let number = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        },
        None => {
            return match name {
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                "nbsp" => Some(' '),
                "pound" => Some('£'),
                "amp" => Some('&'),
                _ => None,
            };
        }
    };
    char::from_u32(number).filter(|c| *c != '\0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_an_entity_is_resolved_once_and_nothing_else() {
        for (text, meant) in [
            ("a &amp;lt; b", "a &lt; b"),
            ("&lt;&gt;&quot;&apos;&nbsp;&pound;", "<>\"' £"),
            ("&#201;&#xC9;&#163;", "ÉÉ£"),
            ("A & B; C", "A & B; C"),
            ("&#0;&#xD800;&#x110000;&é;", "&#0;&#xD800;&#x110000;&é;"),
            ("&", "&"),
        ] {
            assert_eq!(resolved(text), meant, "{text}");
        }
    }
}
