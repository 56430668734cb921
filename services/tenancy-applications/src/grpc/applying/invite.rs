//! Links that invite to apply, and what may be applied for, as callers are told them.

use lintel_proto::{convert::timestamp, read::Reader, tenancy::v1};

use crate::{
    app::applying::{OpenHome, OpenedInvite},
    contract::words,
    domain::{
        applying::{Invite, OfferDraft},
        keeping::HomeRoom,
    },
};

/// A link, without its token.
pub fn invite(invite: Invite) -> v1::Invite {
    let (room_id, room_number) = invite.room.map(|(id, number)| (id.get(), number)).unzip();
    v1::Invite {
        invite_id: invite.id.get(),
        property_id: invite.property.get(),
        property_display_name: invite.property_name,
        property_address: invite.property_address,
        room_id,
        room_number,
        recipient_name: invite.recipient_name.unwrap_or_default(),
        recipient_email: invite.recipient_email.unwrap_or_default(),
        create_time: Some(timestamp(invite.created_at)),
        expire_time: Some(timestamp(invite.expires_at)),
        last_use_time: invite.last_used_at.map(timestamp),
        applications: invite.applications,
        offer: words::invite_offer(invite.offer),
    }
}

/// What may be applied for by a link. What it preselects is told only while it is vacant.
pub fn opened(opened: OpenedInvite) -> v1::OpenInviteResponse {
    let invite = opened.invite;
    let homes = opened.homes.into_iter();
    let homes: Vec<_> = homes.map(open_home).collect();
    let home = homes
        .iter()
        .find(|home| home.property_id == invite.property.get());
    let wanted = invite.room.map(|(id, _)| id.get());
    let room = wanted.filter(|id| {
        let rooms = home.map(|home| home.rooms.as_slice()).unwrap_or_default();
        rooms.iter().any(|room| room.room_id == *id)
    });
    let is_vacant = home.is_some() && room == wanted;
    let offered = words::invite_offer(invite.offer).filter(|_| is_vacant);
    v1::OpenInviteResponse {
        organisation_name: opened.organisation_name,
        property_id: home.map_or(0, |home| home.property_id),
        room_id: room,
        homes,
        organisation_id: opened.organisation.get(),
        offer: offered,
    }
}

/// What a landlord says of an offer.
pub fn offer_draft(given: v1::InviteOffer) -> OfferDraft {
    let mut read = Reader::default();
    OfferDraft {
        deposit: read.money("offer.deposit", given.deposit),
        free_from: read.date("offer.free_from_date", given.free_from_date),
        bills: given.bills,
        energy_rating: given.energy_rating,
        unreadable: read.unreadable,
    }
}

/// A home with a vacancy.
pub fn open_home(open: OpenHome) -> v1::OpenHome {
    v1::OpenHome {
        property_id: open.home.property.get(),
        display_name: open.home.name,
        address: open.home.address,
        postcode: open.home.postcode,
        property_type: open.home.property_type,
        monthly_rent: Some(open.home.monthly_rent.into()),
        rooms: open.rooms.into_iter().map(open_room).collect(),
    }
}

fn open_room(room: HomeRoom) -> v1::OpenRoom {
    v1::OpenRoom {
        room_id: room.id.get(),
        room_number: room.number,
        monthly_rent: Some(room.monthly_rent.into()),
    }
}
