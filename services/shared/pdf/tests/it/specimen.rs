//! An agreement with everything that a document can hold.

use chrono::DateTime;
use lintel_pdf::{
    Block, Column, Document, Item, Level, List, Marks, Picture, Table, Term, Terms, Text,
};

/// Blocks under a title.
pub fn document(blocks: Vec<Block>) -> Document {
    Document {
        title: "Tenancy agreement".to_owned(),
        language: "en-GB",
        created: DateTime::from_timestamp(1_795_600_800, 0).unwrap_or_default(),
        id: "agreement 0198c5d2, version 1".to_owned(),
        foot: "Room 4, Ashmead House, Bristol BS6\u{A0}7QD".to_owned(),
        blocks,
    }
}

/// A signature: a dark stroke on nothing.
pub fn signature() -> anyhow::Result<Picture> {
    let mut image = image::RgbaImage::new(400, 200);
    for step in 0..360_u32 {
        for thick in 0..4 {
            let y = 100 + thick + (step % 60).abs_diff(30) * 2;
            image.put_pixel(20 + step, y, image::Rgba([17, 33, 31, 255]));
        }
    }
    let mut png = std::io::Cursor::new(Vec::new());
    image.write_to(&mut png, image::ImageFormat::Png)?;
    Ok(Picture {
        png: png.into_inner(),
        width: 50,
        alternative: "Signature of Tom Hargreaves".to_owned(),
    })
}

/// Payments with their sum.
pub fn payments(count: u32) -> Table {
    let columns = vec![
        Column::new("Date", 2),
        Column::new("What for", 5),
        Column::amount("Due", 2),
        Column::amount("Paid", 2),
    ];
    let mut table = Table::new("Payments", columns);
    for number in 1..=count {
        table.push([
            format!("Row-{number}"),
            format!("Rent of month {number}, paid by bank transfer"),
            "£610.00".to_owned(),
            format!("£{number}.00"),
        ]);
    }
    table.push_total(["Together", "", "£1,234,567.00", "−£13,958.00"]);
    table
}

/// The main terms of an agreement and some clauses, a table and signatures.
pub fn agreement() -> anyhow::Result<Document> {
    let terms = Terms::new(
        "Main terms",
        vec![
            Term::new("Landlord", "Helen Okafor, trading as Okafor Lettings")
                .note("Notices: 4 Queen Charlotte Court, Bristol BS1\u{A0}4HE"),
            Term::new("Tenant", "Tom Hargreaves"),
            Term::new(
                "Home",
                "Room 4, Ashmead House, 212 Ashmead Road, Bristol BS6\u{A0}7QD, with shared kitchen, 3 bathrooms and garden",
            ),
            Term::new("Tenancy begins", "Tuesday 1 December 2026"),
            Term::new("Rent", "£610.00 per month, due on the 1st")
                .note("First rent due 01/12/2026. None is asked for in advance."),
            Term::new("Deposit", "£700.00").note("Protected within 30 days. The limit is £703.84."),
        ],
    );
    let clauses = List {
        marks: Marks::Clauses { of: "4".to_owned() },
        items: vec![
            "It must be fit to live in when the tenancy begins and stay so.".into(),
            Item::with(
                "The landlord repairs",
                List::letters([
                    "the structure and the outside, among them drains, gutters and outside pipes, for as long as the tenancy lasts and whatever the cause;",
                    "the installations for water, gas, electricity, sanitation and heating.",
                ]),
            ),
        ],
    };
    Ok(document(vec![
        Block::small("Version 1 of 24 November 2026"),
        Block::heading(Level::One, "Tenancy agreement and written statement of terms"),
        terms.into(),
        Block::heading(Level::Two, "1. How long it lasts"),
        Block::text("The tenancy has no end date. It goes on from month to month until the tenant or the landlord ends it in one of the ways below."),
        Block::heading(Level::Two, "2. Ending it"),
        Block::Paragraph(
            Text::plain("The tenant may end the tenancy with ")
                .and_bold("2 months’ notice")
                .and(" in writing, to end with a rent month. The landlord and the tenant may agree a shorter time."),
        ),
        List::bullets(["with a notice under section 8 that names a ground;", "by agreement of both."]).into(),
        Block::heading(Level::Two, "4. The home"),
        clauses.into(),
        Block::heading(Level::Three, "Payments so far"),
        payments(3).into(),
        Block::Rule,
        Block::Space(4),
        Block::Together(vec![
            Block::heading(Level::Two, "Signed"),
            Terms::new(
                "Signature of Tom Hargreaves",
                vec![
                    Term::new("Name", "Tom Hargreaves").picture(signature()?),
                    Term::new("When", "24 November 2026, 14:02:11 GMT"),
                    Term::new("Document", "9f2c71d0e41b55aa9f2c71d0e41b55aa9f2c71d0e41b55aa9f2c71d0e41b55aa")
                        .note("SHA-256"),
                ],
            )
            .into(),
        ]),
        signature()?.into(),
    ]))
}
