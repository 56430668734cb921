//! Lengths are whole numbers, so that a page is laid out the same on every machine. Floats begin where krilla wants them.

/// Thousandths of a point; 72 points are an inch.
pub type Length = i32;

/// So many millimetres.
pub fn millimetres(count: u16) -> Length {
    narrow(i64::from(count) * 720_000 / 254)
}

/// `length` times `part` in `whole`; nothing of nothing.
pub fn share(length: Length, part: i32, whole: i32) -> Length {
    match whole {
        0 => 0,
        whole => narrow(i64::from(length) * i64::from(part) / i64::from(whole)),
    }
}

/// Converts a length to krilla's unit: points.
#[expect(clippy::float_arithmetic, reason = "krilla's lengths are floats")]
pub fn points(length: Length) -> f32 {
    length as f32 / 1000.0
}

/// A font's units as a part of its em.
#[expect(clippy::float_arithmetic, reason = "krilla's glyphs are floats")]
pub fn ems(units: i32, units_per_em: i32) -> f32 {
    units as f32 / units_per_em as f32
}

fn narrow(length: i64) -> Length {
    Length::try_from(length).unwrap_or(Length::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inch_is_72_points_and_a_share_never_overflows() {
        assert_eq!(millimetres(254), 720_000);
        assert_eq!(share(470_000, 26, 100), 122_200);
        assert_eq!(share(Length::MAX, Length::MAX, 1), Length::MAX);
        assert_eq!(share(5, 1, 0), 0);
    }
}
