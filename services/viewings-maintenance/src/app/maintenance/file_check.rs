//! The type of a photo or an invoice, by its content alone.

use lintel_core::Error;
use lintel_files::{LARGEST, Refusal, document, photo};

use crate::domain::maintenance::{AttachmentKind, INVALID};

/// The longest side of a kept photo, in pixels.
const MOST_SIDE: u32 = 1600;

/// A file that may be kept: a photo written anew, or a PDF in which nothing can run.
#[derive(Debug)]
pub struct Checked {
    /// The media type.
    pub media_type: &'static str,
    /// The bytes that are kept of it.
    pub bytes: Vec<u8>,
}

/// Judges a file. Takes a second or more of a processor for the largest photo.
///
/// # Errors
/// `MAINTENANCE_INVALID` for an empty or a large one; `FILE_TYPE_INVALID` for anything but a photo, or, of an invoice, a PDF in which
/// nothing can run.
pub fn check(content: Vec<u8>, kind: AttachmentKind) -> Result<Checked, Error> {
    if content.is_empty() {
        return Err(Error::field(INVALID, "content", "Choose a file."));
    }
    if u64::try_from(content.len()).unwrap_or(u64::MAX) > LARGEST {
        let text = "Please upload a file smaller than 10MB";
        return Err(Error::field(INVALID, "content", text));
    }
    let refused = |refusal| refused(refusal, kind);
    if content.starts_with(b"%PDF-") && kind == AttachmentKind::Invoice {
        document::check(&content).map_err(refused)?;
        return Ok(Checked {
            media_type: document::MEDIA_TYPE,
            bytes: content,
        });
    }
    if photo::is_heic(&content) {
        return Err(Error::field(
            "FILE_TYPE_INVALID",
            "content",
            photo::HEIC_REFUSED,
        ));
    }
    let work = photo::Work::of_any(content).map_err(refused)?;
    let picture = work.finish_within(MOST_SIDE).map_err(refused)?;
    Ok(Checked {
        media_type: picture.format.media_type(),
        bytes: picture.bytes,
    })
}

fn refused(refusal: Refusal, kind: AttachmentKind) -> Error {
    let text = match refusal {
        Refusal::NotAccepted if kind == AttachmentKind::Invoice => {
            "Please upload a photo (PNG, JPG, WebP or GIF) or a PDF"
        }
        Refusal::NotAccepted => "Please upload a photo (PNG, JPG, WebP or GIF)",
        Refusal::TooManyPixels => "Please upload a smaller picture",
        Refusal::ActiveDocument => {
            "Please upload a PDF without scripts, forms that send and attached files"
        }
    };
    Error::field("FILE_TYPE_INVALID", "content", text)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, GenericImageView as _, ImageFormat};

    use super::*;

    fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let written = DynamicImage::new_rgb8(width, height).write_to(&mut bytes, format);
        assert!(written.is_ok());
        bytes.into_inner()
    }

    #[test]
    fn a_photo_is_written_anew_and_no_larger_than_a_screen() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif] {
            let kept = check(picture(2000, 1000, format), AttachmentKind::Photo);
            let kept = kept.map(|kept| {
                let read = image::load_from_memory(&kept.bytes);
                (kept.media_type, read.map(|read| read.dimensions()).ok())
            });
            assert_eq!(kept.ok(), Some(("image/jpeg", Some((1600, 800)))));
        }
    }

    #[test]
    fn a_pdf_is_for_invoices_alone_and_other_files_for_nothing() {
        let pdf =
            b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
        assert!(check(pdf.to_vec(), AttachmentKind::Invoice).is_ok());
        let reason = |content: &[u8], kind| {
            let checked = check(content.to_vec(), kind);
            checked.map(|_| ()).map_err(|error| error.reason())
        };
        assert_eq!(reason(pdf, AttachmentKind::After), Err("FILE_TYPE_INVALID"));
        for kind in [AttachmentKind::Photo, AttachmentKind::Invoice] {
            for hostile in [
                b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".as_slice(),
                b"<html></html>",
                b"MZ\x90\x00",
                b"GIF89a;",
                b"%PDF-1.7 this is none",
            ] {
                assert_eq!(reason(hostile, kind), Err("FILE_TYPE_INVALID"));
            }
            assert_eq!(reason(b"", kind), Err(INVALID));
        }
    }
}
