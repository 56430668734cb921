//! Decimals as text: the one reader and the one writer of amounts, percentages, rates, yields and areas.
//!
//! `Decimal::from_str` takes `1e3` and `1_250.50`, and `format!("{:.2}")` cuts instead of rounding, so neither is used anywhere
//! (clippy.toml, tests/it/architecture.rs).

use rust_decimal::{Decimal, RoundingStrategy};

/// The most decimals that are kept of a number: beyond them nothing changes a rounded penny.
const KEPT: usize = 20;
/// The most digits that a [`Decimal`] can keep.
const MOST_DIGITS: usize = 29;

/// Why text is no decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// Not a number in digits.
    #[error("Enter a number in digits, for example 5.5.")]
    NotANumber,
    /// A comma before one or two last digits, as other countries write pence.
    #[error("Write pence with a point, such as 12.50.")]
    DecimalComma,
    /// A comma that does not stand before three digits.
    #[error("Write a comma only before three digits, such as 1,250.00.")]
    MisplacedComma,
    /// More digits than are kept exactly.
    #[error("This number has too many digits.")]
    TooLong,
}

/// Which sign stands between pounds and pence in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DecimalMark {
    /// `1,250.00`.
    #[default]
    Point,
    /// `1.250,00`.
    Comma,
}

impl DecimalMark {
    /// The text of a number of such a file, as it is written with a point.
    #[must_use]
    pub fn to_point(self, text: &str) -> String {
        match self {
            Self::Point => text.to_owned(),
            Self::Comma => text
                .chars()
                .map(|c| match c {
                    ',' => '.',
                    '.' => ',',
                    other => other,
                })
                .collect(),
        }
    }
}

/// Finds out with which sign a file writes its pence: one answer for all of its amounts, never another one for each line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecimalMarks {
    /// The first amount that can only be read with a comma before its pence.
    comma: Option<(u64, String)>,
    /// The first amount that cannot.
    point: Option<(u64, String)>,
}

impl DecimalMarks {
    /// Takes in an amount of a line. Text that is no amount either way says nothing.
    pub fn note(&mut self, line: u64, text: &str) {
        // Without a comma it cannot be the first of its kind, and without either sign it says nothing.
        let says_more = text.contains(',') || self.point.is_none() && text.contains('.');
        if !says_more || self.comma.is_some() && self.point.is_some() {
            return;
        }
        let (point, comma) = (read_amount(text), DecimalMark::Comma.to_point(text));
        let comma = Typed::of(&comma).is_ok_and(|typed| typed.fraction.len() <= 2);
        let place = match (point, comma) {
            (Err(_), true) => &mut self.comma,
            (Ok(_), false) => &mut self.point,
            (Ok(_), true) | (Err(_), false) => return,
        };
        if place.is_none() {
            let shown: String = text.trim().chars().take(40).collect();
            *place = Some((line, shown));
        }
    }

    /// The sign of the whole file.
    ///
    /// # Errors
    /// The line and the reason, as people read it, of a file whose amounts do not agree.
    pub fn settle(&self) -> Result<DecimalMark, (u64, String)> {
        match (&self.comma, &self.point) {
            (None, _) => Ok(DecimalMark::Point),
            (Some(_), None) => Ok(DecimalMark::Comma),
            (Some((line, comma)), Some((other, point))) => Err((
                *line,
                format!(
                    "“{comma}” has a comma before its pence, but line {other} has “{point}”, so no amount of this file can be trusted. Write pence with a point, such as 12.50, in all lines."
                ),
            )),
        }
    }
}

/// An amount in its parts, as people type it.
struct Typed {
    is_negative: bool,
    /// Digits alone; may be empty.
    whole: String,
    /// Digits alone; may be empty.
    fraction: String,
}

impl Typed {
    /// Reads an optional sign or brackets, an optional `£` or `GBP`, and digits with commas before three of them.
    fn of(text: &str) -> Result<Self, DecimalError> {
        let (mut rest, mut is_signed, mut is_negative, mut has_currency) =
            (text.trim(), false, false, false);
        loop {
            if !has_currency && let Some(inner) = without_currency(rest) {
                (rest, has_currency) = (inner, true);
            } else if !is_signed && let Some((inner, negative)) = without_sign(rest) {
                (rest, is_signed, is_negative) = (inner, true, negative);
            } else {
                break;
            }
        }
        let (whole, fraction) = digits(rest)?;
        Ok(Self {
            is_negative,
            whole,
            fraction,
        })
    }

    fn to_decimal(&self) -> Result<Decimal, DecimalError> {
        let value = exact(&self.whole, &self.fraction, 0)?;
        Ok(if self.is_negative {
            negative(value)
        } else {
            value
        })
    }
}

fn without_currency(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('£').or_else(|| text.strip_suffix('£'));
    let inner = inner.or_else(|| {
        let (start, rest) = text.split_at_checked(3)?;
        start.eq_ignore_ascii_case("GBP").then_some(rest)
    });
    let inner = inner.or_else(|| {
        let (rest, end) = text.split_at_checked(text.len().checked_sub(3)?)?;
        end.eq_ignore_ascii_case("GBP").then_some(rest)
    });
    inner.map(str::trim)
}

/// Returns the text without its sign or brackets, and whether it is below zero.
fn without_sign(text: &str) -> Option<(&str, bool)> {
    let bracketed = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let minus = || text.strip_prefix(['-', '\u{2212}']);
    let negative = bracketed.or_else(minus).map(|inner| (inner, true));
    let signed = negative.or_else(|| text.strip_prefix('+').map(|inner| (inner, false)));
    signed.map(|(inner, negative)| (inner.trim(), negative))
}

/// The digits before and behind the point. Commas, or blanks, stand before three digits each.
fn digits(text: &str) -> Result<(String, String), DecimalError> {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_known = |c: char| is_digit(c) || c == ',' || c == '.' || c.is_whitespace();
    if !text.contains(is_digit) || !text.chars().all(is_known) {
        return Err(DecimalError::NotANumber);
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !fraction.chars().all(is_digit) || !is_grouped(whole) {
        return Err(match text.rsplit_once(',') {
            Some((_, last)) if matches!(last.len(), 1 | 2) && last.chars().all(is_digit) => {
                DecimalError::DecimalComma
            }
            Some(_) => DecimalError::MisplacedComma,
            None => DecimalError::NotANumber,
        });
    }
    let whole = whole.chars().filter(char::is_ascii_digit).collect();
    Ok((whole, fraction.to_owned()))
}

/// Returns whether digits are written without signs between them, or all in groups of three with the same sign.
fn is_grouped(whole: &str) -> bool {
    let Some(sign) = whole.chars().find(|c| !c.is_ascii_digit()) else {
        return true;
    };
    let mut groups = whole.split(sign);
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()))
}

/// Digits times a power of ten, exactly.
fn exact(whole: &str, fraction: &str, power: i64) -> Result<Decimal, DecimalError> {
    let fraction = fraction.trim_end_matches('0');
    let digits = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(Decimal::ZERO);
    }
    if digits.len() > MOST_DIGITS {
        return Err(DecimalError::TooLong);
    }
    let mantissa = digits.parse::<i128>().map_err(|_| DecimalError::TooLong)?;
    let behind = i64::try_from(fraction.len()).map_err(|_| DecimalError::TooLong)?;
    let scale = behind.saturating_sub(power);
    let value = match u32::try_from(scale) {
        Ok(scale) => Decimal::try_from_i128_with_scale(mantissa, scale).ok(),
        Err(_) => u32::try_from(scale.unsigned_abs())
            .ok()
            .and_then(|zeros| 10_i128.checked_pow(zeros))
            .and_then(|factor| mantissa.checked_mul(factor))
            .and_then(|whole| Decimal::try_from_i128_with_scale(whole, 0).ok()),
    };
    value.ok_or(DecimalError::TooLong)
}

fn negative(mut value: Decimal) -> Decimal {
    if !value.is_zero() {
        value.set_sign_negative(true);
    }
    value
}

/// Reads a number as people type it: a sign, digits and a point, no comma.
///
/// # Errors
/// [`DecimalError`] for everything else; nothing is taken for another number.
pub fn read(text: &str) -> Result<Decimal, DecimalError> {
    let text = text.trim();
    let (digits, is_negative) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(digits) => (digits, true),
        None => (text.strip_prefix('+').unwrap_or(text), false),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() && fraction.is_empty() || !all_digits(whole) || !all_digits(fraction) {
        return Err(DecimalError::NotANumber);
    }
    let value = exact(whole, fraction, 0)?;
    Ok(if is_negative { negative(value) } else { value })
}

/// Reads an amount or a size as people type it, with any number of decimals: an optional sign or brackets, an optional `£` or `GBP`,
/// and a comma only before three digits. Decimals beyond the twentieth are dropped.
///
/// # Errors
/// [`DecimalError`] for everything else; nothing is taken for another number.
pub fn read_amount(text: &str) -> Result<Decimal, DecimalError> {
    let mut typed = Typed::of(text)?;
    typed.fraction.truncate(KEPT);
    typed.to_decimal()
}

/// Reads pence, exactly: as [`read_amount`], with at most two decimals.
pub(crate) fn read_pence(text: &str) -> Result<Option<i64>, DecimalError> {
    let typed = Typed::of(text)?;
    if typed.fraction.len() > 2 {
        return Ok(None);
    }
    let pence = exact(&typed.whole, &typed.fraction, 2)?;
    let pence = i64::try_from(pence.mantissa()).map_err(|_| DecimalError::TooLong)?;
    Ok(Some(if typed.is_negative { -pence } else { pence }))
}

/// Reads a number as JSON has it, which may have an exponent.
///
/// # Errors
/// [`DecimalError`] for what is no number of JSON, and for one that cannot be kept exactly.
pub fn read_json(text: &str) -> Result<Decimal, DecimalError> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (number, power) = match unsigned.split_once(['e', 'E']) {
        None => (unsigned, 0),
        Some((number, power)) => {
            let digits = power.strip_prefix(['+', '-']).unwrap_or(power);
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(DecimalError::NotANumber);
            }
            // An exponent beyond `i64` is one beyond every number.
            let far = if power.starts_with('-') {
                i64::MIN
            } else {
                i64::MAX
            };
            (number, power.parse::<i64>().unwrap_or(far))
        }
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) || whole.len() > 1 && whole.starts_with('0') {
        return Err(DecimalError::NotANumber);
    }
    let value = exact(whole, fraction, power)?;
    Ok(if unsigned.len() < text.len() {
        negative(value)
    } else {
        value
    })
}

/// Writes a number with so many decimals, rounded, halves away from zero; what rounds to zero has no sign.
#[must_use]
pub fn fixed(value: Decimal, decimals: u32) -> String {
    let strategy = RoundingStrategy::MidpointAwayFromZero;
    let mut rounded = value.round_dp_with_strategy(decimals, strategy);
    if rounded.is_zero() {
        rounded.set_sign_positive(true);
    }
    rounded.rescale(decimals);
    rounded.to_string()
}

/// Writes a number exactly, without zeros at its end.
#[must_use]
pub fn plain(value: Decimal) -> String {
    value.normalize().to_string()
}

#[cfg(test)]
mod tests;
