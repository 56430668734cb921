//! The deadline that travels with a gRPC call.

use std::time::Duration;

use http::HeaderValue;

/// The header of the deadline: up to eight digits and a unit.
pub const GRPC_TIMEOUT: &str = "grpc-timeout";

/// Reads a `grpc-timeout`; `None` for anything else.
#[must_use]
pub fn read(value: &HeaderValue) -> Option<Duration> {
    let text = value.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(number * 3600),
        "M" => Duration::from_secs(number * 60),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => return None,
    })
}

/// Writes a `grpc-timeout` of at most a day.
#[must_use]
pub fn write(timeout: Duration) -> HeaderValue {
    let millis = u32::try_from(timeout.as_millis())
        .unwrap_or(u32::MAX)
        .min(86_400_000);
    HeaderValue::try_from(format!("{millis}m"))
        .unwrap_or_else(|_| HeaderValue::from_static("1500m"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_survives_the_header() {
        for (text, millis) in [
            ("1500m", 1500),
            ("3S", 3000),
            ("2M", 120_000),
            ("250000u", 250),
        ] {
            let value = HeaderValue::from_static(text);
            assert_eq!(read(&value), Some(Duration::from_millis(millis)), "{text}");
        }
        let value = write(Duration::from_millis(1500));
        assert_eq!(read(&value), Some(Duration::from_millis(1500)));
    }

    #[test]
    fn nonsense_is_no_deadline() {
        for text in ["", "m", "5", "-5S", "123456789S", "5x", "1.5S"] {
            assert_eq!(read(&HeaderValue::from_static(text)), None, "{text}");
        }
    }
}
