//! Pictures in bands.

use krilla::image::Image;
use krilla::tagging::Tag;

use crate::clean::clean_line;
use crate::flow::{Drawing, Flow, Mark, Part, Strip};
use crate::length::{Length, millimetres, share};
use crate::style::HEIGHT;
use crate::tags::TagId;
use crate::{PdfError, Picture};

/// A picture at `x` with at most that width, and no taller than half a page.
pub fn strip(
    flow: &mut Flow,
    picture: &Picture,
    under: Option<TagId>,
    (x, most): (Length, Length),
) -> Result<Strip, PdfError> {
    let alternative = clean_line(&picture.alternative);
    if alternative.is_empty() {
        return Err(PdfError::NoAlternative);
    }
    let image =
        Image::from_png(picture.png.clone().into(), false).map_err(|_| PdfError::Picture {
            alternative: alternative.clone(),
        })?;
    let (across, down) = image.size();
    let (across, down) = (
        i32::try_from(across).unwrap_or(i32::MAX),
        i32::try_from(down).unwrap_or(i32::MAX),
    );
    let width = millimetres(picture.width.max(1)).min(most);
    let tallest = HEIGHT / 2;
    let height = share(width, down, across).max(1);
    let (width, height) = if height > tallest {
        (share(tallest, across, down).max(1), tallest)
    } else {
        (width, height)
    };
    let tag = flow.tags.add(under, Tag::Figure(Some(alternative)));
    Ok(Strip {
        height,
        marks: vec![Mark {
            x,
            y: 0,
            part: Part::Content(tag),
            what: Drawing::Picture {
                image,
                width,
                height,
            },
        }],
    })
}
