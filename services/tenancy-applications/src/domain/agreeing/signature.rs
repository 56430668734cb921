//! A drawn signature: a picture that is judged by its content and written anew (docs/reference/promises.md T22).

use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{DynamicImage, ImageDecoder as _, ImageFormat, Limits, codecs::png::PngDecoder};

/// The beginning of a signature as it is sent: the canvas exported as PNG (docs/reference/screens/references.md S2 5).
const PREFIX: &str = "data:image/png;base64,";
/// The longest data URL, in bytes.
const LONGEST: usize = 200_000;
/// The largest picture, in pixels; the canvas has 400 by 200 (docs/reference/screens/references.md S2 9).
const LARGEST: (u32, u32) = (800, 400);
/// Less ink than a short stroke of the pen has, in fully black pixels, is blank.
const LEAST_INK: u64 = 40;

/// The text for a signature that is missing, blank or none (docs/reference/screens/references.md S2 5).
pub const REQUIRED: &str = "Please provide your digital signature to complete the form.";

/// Reads what the pad sent and writes it anew, so that nothing but the picture itself is kept. `None` for anything that is not a PNG
/// within the limits with ink on it.
#[must_use]
pub fn read(data_url: &str) -> Option<Vec<u8>> {
    let encoded = data_url.strip_prefix(PREFIX)?;
    if data_url.len() > LONGEST {
        return None;
    }
    let sent = STANDARD.decode(encoded).ok()?;
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(LARGEST.0), Some(LARGEST.1));
    limits.max_alloc = Some(8 * 1024 * 1024);
    let decoder = PngDecoder::with_limits(Cursor::new(sent.as_slice()), limits).ok()?;
    if decoder.is_apng().ok()? {
        return None;
    }
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 || width > LARGEST.0 || height > LARGEST.1 {
        return None;
    }
    let picture = DynamicImage::from_decoder(decoder).ok()?.into_rgba8();
    let ink: u64 = picture
        .pixels()
        .map(|pixel| {
            let [red, green, blue, alpha] = pixel.0.map(u64::from);
            let dark = 255 - (red * 299 + green * 587 + blue * 114) / 1000;
            dark * alpha
        })
        .sum();
    if ink < LEAST_INK * 255 * 255 {
        return None;
    }
    let mut written = Cursor::new(Vec::new());
    DynamicImage::from(picture)
        .write_to(&mut written, ImageFormat::Png)
        .ok()?;
    Some(written.into_inner())
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};
    use proptest::prelude::*;

    use super::*;

    fn pad(width: u32, height: u32, ground: [u8; 4], ink: [u8; 4]) -> Vec<u8> {
        let mut picture = RgbaImage::from_pixel(width, height, Rgba(ground));
        for x in 0..width / 2 {
            for thick in 0..2 {
                picture.put_pixel(x, height / 2 + thick, Rgba(ink));
            }
        }
        let mut png = Cursor::new(Vec::new());
        let written = DynamicImage::from(picture).write_to(&mut png, ImageFormat::Png);
        assert!(written.is_ok());
        png.into_inner()
    }

    fn url(bytes: &[u8]) -> String {
        format!("{PREFIX}{}", STANDARD.encode(bytes))
    }

    const WHITE: [u8; 4] = [255; 4];
    const CLEAR: [u8; 4] = [0; 4];
    const BLACK: [u8; 4] = [0, 0, 0, 255];

    #[test]
    fn a_drawn_line_is_taken_and_written_anew() {
        for ground in [WHITE, CLEAR] {
            let mut sent = pad(400, 200, ground, BLACK);
            // What follows the picture is not kept.
            sent.extend(b"<script>alert(1)</script>");
            let kept = read(&url(&sent)).unwrap_or_default();
            assert!(kept.starts_with(&[0x89, b'P', b'N', b'G']));
            assert_ne!(kept, sent);
            assert!(!kept.windows(8).any(|bytes| bytes == b"<script>"));
        }
    }

    #[test]
    fn t22_anything_else_is_refused() {
        let good = pad(400, 200, WHITE, BLACK);
        let mut jpeg = Cursor::new(Vec::new());
        let written = DynamicImage::from(RgbaImage::from_pixel(400, 200, Rgba(BLACK)))
            .into_rgb8()
            .write_to(&mut jpeg, ImageFormat::Jpeg);
        assert!(written.is_ok());
        let mut noise = vec![0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
        noise.extend([7; 400]);
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        let hostile = [
            String::new(),
            "x".to_owned(),
            PREFIX.to_owned(),
            format!("{PREFIX}!!!"),
            format!("{PREFIX}{}", STANDARD.encode(b"PNG")),
            STANDARD.encode(&good),
            url(&good).replace("image/png", "image/jpeg"),
            url(&good).replace("image/png", "image/svg+xml"),
            url(&good).replace("image/png", "text/html"),
            url(&good).replace("base64,", ","),
            url(&good).to_uppercase(),
            format!(" {}", url(&good)),
            "https://evil.example/signature.png".to_owned(),
            "javascript:alert(1)".to_owned(),
            url(svg),
            url(b"<html><script>alert(1)</script></html>"),
            url(jpeg.get_ref()),
            url(b"GIF89a\x01\x00\x01\x00"),
            url(&noise),
            url(&good[..good.len() / 2]),
            url(&pad(400, 200, WHITE, WHITE)),
            url(&pad(400, 200, CLEAR, CLEAR)),
            url(&pad(400, 200, [255, 255, 255, 0], [0, 0, 0, 0])),
            url(&pad(4, 4, WHITE, BLACK)),
            url(&pad(801, 200, WHITE, BLACK)),
            url(&pad(400, 401, WHITE, BLACK)),
            url(&vec![0; LONGEST]),
        ];
        for (number, text) in hostile.iter().enumerate() {
            assert_eq!(read(text), None, "case {number}");
        }
    }

    /// A picture with a text of the sender's in it, which no viewer shows.
    fn with_text(png: &[u8], text: &[u8]) -> Vec<u8> {
        let mut chunk = b"tEXt".to_vec();
        chunk.extend(text);
        let length = u32::try_from(text.len()).unwrap_or(0).to_be_bytes();
        let mut crc = !0_u32;
        for byte in &chunk {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
            }
        }
        // Behind the header, which has 25 bytes, and the 8 bytes that every PNG begins with.
        let (head, rest) = png.split_at(33);
        [head, &length, &chunk, &(!crc).to_be_bytes(), rest].concat()
    }

    proptest! {
        #[test]
        fn t22_what_is_kept_is_not_what_was_sent(
            text in proptest::collection::vec(any::<u8>(), 8..64),
            after in proptest::collection::vec(any::<u8>(), 8..64),
        ) {
            let mut text = text;
            text.splice(..0, *b"Comment\0");
            let mut sent = with_text(&pad(40, 20, WHITE, BLACK), &text);
            sent.extend(&after);
            let kept = read(&url(&sent));
            prop_assert!(kept.is_some());
            let kept = kept.unwrap_or_default();
            prop_assert_ne!(&kept, &sent);
            for hidden in [&text, &after] {
                prop_assert!(!kept.windows(hidden.len()).any(|bytes| bytes == hidden.as_slice()));
            }
        }
    }
}
