//! Lists of viewings.

use lintel_proto::viewings::v1::{
    ListViewingsRequest, ListViewingsResponse, Viewing, ViewingStatus, ViewingView,
};

use crate::{
    booking::{Landlord, become_, book, day, viewing},
    harness::{FLAT, HOUSE, World, reason, refusal},
};

async fn list(
    landlord: &Landlord,
    request: ListViewingsRequest,
) -> Result<ListViewingsResponse, tonic::Status> {
    Ok(landlord.clone().list_viewings(request).await?.into_inner())
}

fn names(listed: &ListViewingsResponse) -> Vec<&str> {
    let names = listed.viewings.iter();
    names.map(|viewing| viewing.viewer_name.as_str()).collect()
}

/// Ada on the 3rd and Bob on the 1st are to come; Cat on the 2nd and Dan on the 4th were there; Eve is called off.
async fn booked(world: &World) -> anyhow::Result<Landlord> {
    let landlord = world.landlord()?;
    for (name, property, on, status) in [
        ("Ada", FLAT, 3, ViewingStatus::Scheduled),
        ("Bob", FLAT, 1, ViewingStatus::Scheduled),
        ("Cat", HOUSE, 2, ViewingStatus::Completed),
        ("Dan", HOUSE, 4, ViewingStatus::Completed),
        ("Eve", FLAT, 5, ViewingStatus::Cancelled),
    ] {
        let at = Viewing {
            viewing_date: day(2026, 12, on),
            ..viewing(property, name)
        };
        let id = book(&landlord, at).await?.viewing_id;
        if status != ViewingStatus::Scheduled {
            become_(&landlord, id, status).await?;
        }
    }
    Ok(landlord)
}

#[tokio::test]
async fn what_is_to_come_is_listed_by_time_and_what_is_over_the_newest_first() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = booked(&world).await?;
    let of = |view: ViewingView| ListViewingsRequest {
        view: view.into(),
        ..ListViewingsRequest::default()
    };
    for (view, wanted) in [
        (ViewingView::Upcoming, &["Bob", "Ada"][..]),
        (ViewingView::Completed, &["Dan", "Cat"]),
        (ViewingView::Cancelled, &["Eve"]),
        (
            ViewingView::Unspecified,
            &["Bob", "Cat", "Ada", "Dan", "Eve"],
        ),
    ] {
        assert_eq!(names(&list(&landlord, of(view)).await?), wanted);
    }
    for (request, wanted) in [
        (
            ListViewingsRequest {
                property_id: HOUSE,
                ..ListViewingsRequest::default()
            },
            &["Cat", "Dan"][..],
        ),
        (
            ListViewingsRequest {
                from_date: day(2026, 12, 2),
                to_date: day(2026, 12, 3),
                ..ListViewingsRequest::default()
            },
            &["Cat", "Ada"],
        ),
        (
            ListViewingsRequest {
                search: " GARDEN ".to_owned(),
                ..ListViewingsRequest::default()
            },
            &["Bob", "Ada", "Eve"],
        ),
        (
            ListViewingsRequest {
                search: "eve@".to_owned(),
                ..ListViewingsRequest::default()
            },
            &["Eve"],
        ),
    ] {
        assert_eq!(names(&list(&landlord, request).await?), wanted);
    }
    for (search, wanted) in [
        ("yo17hz dan", &["Dan"][..]),
        ("07700900000", &["Bob", "Cat", "Ada", "Dan", "Eve"]),
        ("+44 7700 900000", &["Bob", "Cat", "Ada", "Dan", "Eve"]),
        ("07700 900001", &[]),
    ] {
        let request = ListViewingsRequest {
            search: search.to_owned(),
            ..ListViewingsRequest::default()
        };
        let listed = list(&landlord, request).await?;
        assert_eq!(names(&listed), wanted, "{search}");
    }
    Ok(())
}

#[tokio::test]
async fn pages_follow_one_another_and_another_lists_token_is_refused() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = booked(&world).await?;
    for view in [ViewingView::Unspecified, ViewingView::Completed] {
        let mut request = ListViewingsRequest {
            view: view.into(),
            page_size: 1,
            ..ListViewingsRequest::default()
        };
        let whole = ListViewingsRequest {
            page_size: 0,
            ..request.clone()
        };
        let whole = list(&landlord, whole).await?;
        let mut seen = Vec::new();
        loop {
            let page = list(&landlord, request.clone()).await?;
            seen.extend(page.viewings);
            request.page_token = page.next_page_token;
            if request.page_token.is_empty() {
                break;
            }
        }
        assert_eq!(seen, whole.viewings);
    }
    let first = ListViewingsRequest {
        page_size: 1,
        ..ListViewingsRequest::default()
    };
    let token = list(&landlord, first).await?.next_page_token;
    let other = ListViewingsRequest {
        view: ViewingView::Completed.into(),
        page_token: token,
        ..ListViewingsRequest::default()
    };
    let refused = refusal(list(&landlord, other).await)?;
    assert_eq!(reason(&refused), "PAGE_TOKEN_INVALID");
    Ok(())
}
