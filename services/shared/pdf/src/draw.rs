//! Pages onto krilla's surfaces.

use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag};

use crate::flow::{Drawing, Mark, Part};
use crate::length::{Length, points};
use crate::style::{Ink, SIDE, TOP};
use crate::tags::Tags;

/// Draws what stands on a page: ornaments, then the content in reading order, each under its tag.
pub fn page(surface: &mut Surface<'_>, number: usize, mut marks: Vec<Mark>, tags: &mut Tags) {
    marks.sort_by_key(|mark| mark.part);
    for marks in marks.chunk_by(|one, next| one.part == next.part) {
        let Some(part) = marks.first().map(|mark| mark.part) else {
            continue;
        };
        let content = surface.start_tagged(match part {
            Part::Ornament => artifact(ArtifactType::Layout),
            Part::Repeated => artifact(ArtifactType::PaginationOther),
            Part::Content(_) => ContentTag::Other,
            Part::Foot => artifact(ArtifactType::Footer),
        });
        for mark in marks {
            draw(surface, mark);
            if let (Part::Content(tag), Drawing::Picture { width, height, .. }) = (part, &mark.what)
                && let Some(rect) = rect(mark, *width, *height)
            {
                tags.stands(tag, number, rect);
            }
        }
        surface.end_tagged();
        if let Part::Content(tag) = part {
            tags.drawn(tag, content);
        }
    }
}

fn artifact(kind: ArtifactType) -> ContentTag<'static> {
    ContentTag::Artifact(Artifact::with_kind(kind))
}

fn draw(surface: &mut Surface<'_>, mark: &Mark) {
    match &mark.what {
        Drawing::Text {
            text,
            pieces,
            style,
        } => {
            surface.set_fill(Some(fill(style.ink)));
            let mut x = SIDE + mark.x;
            for piece in pieces {
                if let Some(font) = piece.font.font().drawn() {
                    let start = Point::from_xy(points(x), points(TOP + mark.y));
                    surface.draw_glyphs(
                        start,
                        &piece.glyphs,
                        font,
                        text,
                        points(style.size),
                        false,
                    );
                }
                x += piece.width;
            }
        }
        Drawing::Rule { width, height, ink } => {
            let mut path = PathBuilder::new();
            if let Some(rect) = rect(mark, *width, *height) {
                path.push_rect(rect);
            }
            if let Some(path) = path.finish() {
                surface.set_fill(Some(fill(*ink)));
                surface.draw_path(&path);
            }
        }
        Drawing::Picture {
            image,
            width,
            height,
        } => {
            if let Some(size) = Size::from_wh(points(*width), points(*height)) {
                let to = Transform::from_translate(points(SIDE + mark.x), points(TOP + mark.y));
                surface.push_transform(&to);
                surface.draw_image(image.clone(), size);
                surface.pop();
            }
        }
    }
}

fn rect(mark: &Mark, width: Length, height: Length) -> Option<Rect> {
    Rect::from_xywh(
        points(SIDE + mark.x),
        points(TOP + mark.y),
        points(width),
        points(height),
    )
}

fn fill(ink: Ink) -> Fill {
    let (red, green, blue) = ink.rgb();
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::NonZero,
    }
}
