//! Bands become pages.

use crate::flow::{Band, Entry, Flow, Head, Keep, Mark};
use crate::length::Length;
use crate::{Level, style};

/// The contents of one page. Marks are from the left edge and the top of the page's text.
#[derive(Debug, Default)]
pub struct Page {
    /// In any order.
    pub marks: Vec<Mark>,
}

/// Where a heading stands.
#[derive(Debug)]
pub struct Target {
    /// Its depth.
    pub level: Level,
    /// Its text.
    pub title: String,
    /// From 0.
    pub page: usize,
    /// From the top of the page's text.
    pub y: Length,
}

/// The pages, at least one, and where the headings stand.
pub fn paginate(flow: &mut Flow) -> (Vec<Page>, Vec<Target>) {
    let bands = std::mem::take(&mut flow.bands);
    let chains = chains(&bands, &flow.heads);
    let mut press = Press {
        pages: vec![Page::default()],
        y: 0,
        heads: &flow.heads,
    };
    let mut stand = Vec::with_capacity(bands.len());
    for (number, band) in bands.iter().enumerate() {
        let needs = chains.get(number).copied().unwrap_or(band.height);
        stand.push(press.place(band, needs));
    }
    let outline = std::mem::take(&mut flow.outline);
    let target = |Entry { level, title, band }| {
        let (page, y) = stand.get(band).copied().unwrap_or_default();
        Target {
            level,
            title,
            page,
            y,
        }
    };
    let targets = outline.into_iter().map(target).collect();
    (press.pages, targets)
}

struct Press<'a> {
    pages: Vec<Page>,
    y: Length,
    heads: &'a [Head],
}

impl Press<'_> {
    /// Places a band that needs so much room on its page, for itself and what it holds.
    fn place(&mut self, band: &Band, needs: Length) -> (usize, Length) {
        let full = self.y + band.gap + needs > style::HEIGHT;
        if self.y > 0 && (full || band.begins_page) {
            self.pages.push(Page::default());
            self.y = 0;
            if let Some(head) = band.head.and_then(|head| self.heads.get(head)) {
                self.draw(&head.marks);
                self.y = head.height;
            }
        } else if self.y > 0 {
            self.y += band.gap;
        }
        let stands = (self.pages.len() - 1, self.y);
        self.draw(&band.marks);
        self.y += band.height;
        stands
    }

    fn draw(&mut self, marks: &[Mark]) {
        let y = self.y;
        let moved = marks.iter().cloned().map(|mut mark| {
            mark.y += y;
            mark
        });
        if let Some(page) = self.pages.last_mut() {
            page.marks.extend(moved);
        }
    }
}

/// For each band the room that it needs with all it holds: with those of its blocks if a page can hold them, else with its
/// heading or row, else alone. Inside a chain that fits, each band asks for less than the one before, so none is parted.
fn chains(bands: &[Band], heads: &[Head]) -> Vec<Length> {
    let mut needs: Vec<Length> = bands.iter().map(|band| band.height).collect();
    for keep in [Keep::Firm, Keep::Together] {
        let mut start = 0;
        while start < bands.len() {
            let end = end_of_chain(bands, start, keep);
            let head = bands[start].head.and_then(|head| heads.get(head));
            let whole = height(bands, start, end) + head.map_or(0, |head| head.height);
            if whole <= style::HEIGHT {
                for (number, need) in needs.iter_mut().enumerate().take(end + 1).skip(start) {
                    *need = (*need).max(height(bands, number, end));
                }
            }
            start = end + 1;
        }
    }
    needs
}

/// The last band of the chain that begins there.
fn end_of_chain(bands: &[Band], start: usize, keep: Keep) -> usize {
    let holds = |band: &&Band| band.keep >= keep;
    let held = bands.iter().skip(start).take_while(holds).count();
    (start + held).min(bands.len().saturating_sub(1))
}

fn height(bands: &[Band], start: usize, end: usize) -> Length {
    let chain = bands.iter().take(end + 1).skip(start);
    let all: Length = chain.map(|band| band.gap + band.height).sum();
    all - bands[start].gap
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Strip;

    fn flow(bands: &[(Length, Keep)]) -> Flow {
        let mut flow = Flow::default();
        for (height, keep) in bands {
            let strip = Strip {
                height: *height,
                marks: Vec::new(),
            };
            flow.outline.push(Entry {
                level: Level::One,
                title: String::new(),
                band: flow.bands.len(),
            });
            flow.push(strip, *keep, None);
        }
        flow
    }

    fn pages_of(mut flow: Flow) -> Vec<usize> {
        let (_, targets) = paginate(&mut flow);
        targets.iter().map(|target| target.page).collect()
    }

    const ALL: Length = style::HEIGHT;

    #[test]
    fn a_heading_goes_with_what_it_heads() {
        let bands = [(ALL - 30, Keep::Free), (20, Keep::Firm), (20, Keep::Free)];
        assert_eq!(pages_of(flow(&bands)), [0, 1, 1]);
    }

    #[test]
    fn what_no_page_holds_comes_apart_where_it_holds_loosest() {
        let bands = [
            (ALL / 2, Keep::Together),
            (ALL / 3, Keep::Firm),
            (ALL / 3, Keep::Free),
        ];
        assert_eq!(pages_of(flow(&bands)), [0, 1, 1]);
        let bands = [
            (ALL / 2, Keep::Firm),
            (ALL / 2, Keep::Firm),
            (ALL / 2, Keep::Free),
        ];
        assert_eq!(pages_of(flow(&bands)), [0, 0, 1]);
    }

    #[test]
    fn no_page_is_empty_and_none_begins_with_room() {
        let mut flow = flow(&[(20, Keep::Free)]);
        flow.end_page();
        flow.end_page();
        flow.more_room(500);
        flow.push(Strip::default(), Keep::Free, None);
        flow.outline.push(Entry {
            level: Level::One,
            title: String::new(),
            band: 1,
        });
        let (pages, targets) = paginate(&mut flow);
        assert_eq!(pages.len(), 2);
        assert_eq!((targets[1].page, targets[1].y), (1, 0));
    }
}
