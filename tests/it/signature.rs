//! A signature as the pad sends it.

use base64::{Engine as _, engine::general_purpose::STANDARD};

/// A PNG of 400 × 200 with a line on it, in the address of data.
pub fn signature() -> anyhow::Result<String> {
    let mut pad = image::RgbaImage::from_pixel(400, 200, image::Rgba([255, 255, 255, 255]));
    for x in 60..340_u32 {
        for thick in 0..3 {
            pad.put_pixel(x, 80 + x % 40 + thick, image::Rgba([0, 0, 0, 255]));
        }
    }
    let mut png = std::io::Cursor::new(Vec::new());
    pad.write_to(&mut png, image::ImageFormat::Png)?;
    Ok(format!(
        "data:image/png;base64,{}",
        STANDARD.encode(png.into_inner())
    ))
}
