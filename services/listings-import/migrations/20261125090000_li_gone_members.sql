-- People who left an organisation. What was their own in it goes: watchlist, saved searches and analyses. The note stays until the last
-- fact that they were told has left the outbox, because somebody who comes back is told the next version.
SET lock_timeout = '5s';

CREATE TABLE li_gone_members (
    membership_id   bigint CONSTRAINT li_gone_members_pk PRIMARY KEY,
    organisation_id bigint NOT NULL CHECK (organisation_id >= 1),
    user_id         bigint NOT NULL,
    gone_at         timestamptz NOT NULL,
    -- When nothing of theirs was left that a token of that membership could still add to.
    erased_at       timestamptz
);
CREATE INDEX li_gone_members_member_idx ON li_gone_members (organisation_id, user_id);
CREATE INDEX li_gone_members_gone_at_idx ON li_gone_members (gone_at);

ALTER TABLE li_gone_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE li_gone_members FORCE ROW LEVEL SECURITY;
CREATE POLICY li_gone_members_worker ON li_gone_members TO lintel_worker USING (true);
CREATE POLICY li_gone_members_gone ON li_gone_members TO CURRENT_USER USING (li_is_gone(organisation_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON li_gone_members TO lintel_worker;
