-- The whole schema as `fairclick db migrate` creates it in an empty database, in one transaction.
-- Each table stands with its indexes, triggers and rights, after the tables that it refers to.
-- CONTRIBUTING.md, "The schema", says how to change it.

-- Every connection of the application runs as fairclick_app, whatever role it logs in with. Roles
-- belong to the whole cluster: another database may have created this one already, or may be
-- creating it at the same moment.
do $$
begin
  create role fairclick_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to fairclick_app;

-- Rejects updates, deletes and truncation of append-only tables: the ledger, the audit log and the
-- decisions about clicks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000', constraint = 'append_only';
end
$$;

-- Accounts: users, what signs them in, and the operators of the platform.

create table users (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text,
  google_subject text,
  email_verified_at timestamptz,
  stripe_customer_id text,
  stripe_account_id text,
  stripe_account_verified boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  -- Incremented when Stripe definitely rejects the account, and when the account is gone: part of
  -- the idempotency key under which the next account is created.
  stripe_account_attempt int not null default 1,
  -- When Stripe was last queried for the account's capabilities. An older answer never replaces a
  -- newer one.
  stripe_account_checked_at timestamptz,
  suspension_reason text,
  -- A deleted account keeps its row for the books, without personal data. It counts as suspended, so
  -- its links stop as those of any suspended user do.
  deleted_at timestamptz,
  -- When the password, the e-mail or the connected Google account last changed; null: never.
  credentials_changed_at timestamptz,
  -- When the current payout account was connected; null if there is none.
  stripe_account_connected_at timestamptz,
  -- Incremented when the customer is disconnected: part of the idempotency key of the next one.
  stripe_customer_attempt int not null default 1,
  -- What creators say they make, and where: names from the lists in core, empty if they say nothing.
  -- Campaigns name the creators that they want the same way; an empty list wants all.
  content_categories text[] not null default '{}',
  content_platforms text[] not null default '{}',
  -- Where the user's bank is: an ISO 3166-1 alpha-2 code, null until the user chooses. It does not
  -- change while the user has a Stripe account, because Stripe never changes an account's country.
  country text,
  -- Whether the user says that they are under 18.
  is_minor boolean not null default false,
  -- Since when the user waits to be told, once, that a campaign can be joined; null if they do not.
  waits_for_game_at timestamptz,
  -- When a user under 18 confirmed that the payout account is a parent's or guardian's.
  guardian_confirmed_at timestamptz,
  -- The kinds of mails that the user switched off.
  mail_opt_outs text[] not null default '{}',
  -- Until when an operator forgave the developer's disputes: earlier ones close no account.
  disputes_pardoned_at timestamptz,
  -- The language of the mails that a user gets.
  language text not null default 'en'
    constraint users_language check (language in ('en', 'es')),
  constraint users_email_lowercase check (email = lower(email)),
  constraint users_can_sign_in check (
    case when deleted_at is null
      then password_hash is not null or google_subject is not null
      else password_hash is null and google_subject is null and suspended_at is not null
    end
  ),
  constraint users_suspension_reason check (suspension_reason is null or suspended_at is not null),
  constraint users_content check (
    cardinality(content_categories) <= 30 and cardinality(content_platforms) <= 30),
  constraint users_country check (country ~ '^[A-Z]{2}$')
);
create unique index users_email_taken on users (email);
create unique index users_username_taken on users (lower(username));
create unique index users_google_subject_taken on users (google_subject);
create unique index users_stripe_account_taken on users (stripe_account_id);
create unique index users_stripe_customer_taken on users (stripe_customer_id);
create index users_waiting_for_game on users (waits_for_game_at)
  where waits_for_game_at is not null;
create index users_newest on users (created_at desc, id desc);
-- Wallets of deleted accounts go back to their cards; every minute a job looks for such money.
create index users_deleted on users (deleted_at) where deleted_at is not null;
grant select, insert, update, delete on users to fairclick_app;

-- Stores only the SHA-256 of a token: a reader of this table cannot sign in with it. A session ends
-- 180 days after its sign-in, however often it is used.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The public name of the session: its user sees it in the list of sessions.
  id uuid not null default gen_random_uuid(),
  user_agent text,
  -- Accurate to the day: updated at most once a day.
  used_at timestamptz not null,
  -- When the owner last proved their identity in this session: by signing in, or when they were asked
  -- again. Calls that move money or change how one signs in need a recent proof.
  proved_at timestamptz not null,
  -- ISO code of the country that the address of the sign-in belonged to; null if unknown.
  country text,
  constraint sessions_token_hash_length check (octet_length(token_hash) = 32),
  constraint sessions_id_taken unique (id),
  constraint sessions_end check (expires_at <= created_at + interval '4320 hours')
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
grant select, insert, update, delete on sessions to fairclick_app;

-- Browsers in which an account has signed in before. Their sign-in attempts are limited separately
-- from those of unknown browsers. Stores only the SHA-256 of a token.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  used_at timestamptz not null,
  primary key (user_id, token_hash),
  constraint known_devices_token_hash_length check (octet_length(token_hash) = 32)
);
grant select, insert, update, delete on known_devices to fairclick_app;

-- Secrets that work once and not for long: links in mails, codes with which a browser that returns from
-- Google fetches its session, sign-ins that wait for the second factor, and what a passkey must sign.
-- Only the SHA-256 is stored. A request for a link is one too: the worker redeems it.
create table one_time_tokens (
  token_hash bytea primary key,
  -- sql/accounts/one-time-tokens.ts has all of them.
  purpose text not null,
  -- Null: a passkey's signature that signs in or proves an identity, of whatever user; or a request for a
  -- mail with a link to a new password, which is written for every address alike.
  user_id uuid references users on delete cascade,
  -- The address that a link was sent to, because it proves that address and no other; the one it is requested
  -- for; or what a passkey must sign.
  content text not null,
  -- Null: works in every browser. A passkey's token is itself the browser's secret.
  browser_hash bytea,
  expires_at timestamptz not null,
  constraint one_time_tokens_hash_length check (octet_length(token_hash) = 32),
  constraint one_time_tokens_owner check (
    (user_id is null) = (purpose in ('use_passkey', 'request_reset'))),
  constraint one_time_tokens_browser check (purpose <> 'google_code' or browser_hash is not null)
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_expired on one_time_tokens (expires_at);
grant select, insert, update, delete on one_time_tokens to fairclick_app;

-- The /24 or /48 around an address.
create function home_network(address text) returns cidr
  language sql immutable parallel safe
return network(set_masklen(address::inet, case family(address::inet) when 4 then 24 else 48 end));

-- Public ip addresses and devices with which a user was signed in, for the self_click rule.
create table presences (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  key text not null,
  seen_at timestamptz not null,
  primary key (user_id, kind, key),
  constraint presences_kind check (kind in ('ip', 'device'))
);
create index presences_seen on presences (seen_at);
-- Operators look up who else was signed in somewhere, and which accounts a payout account belonged to.
create index presences_place on presences (kind, key);
create index presences_network on presences (home_network(key)) where kind = 'ip';
grant select, insert, update, delete on presences to fairclick_app;

-- Counters of attempts, in the layout that rate-limiter-flexible reads and writes. Unlogged: losing
-- them in a crash costs nothing.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expiry on rate_limits (expire);
grant select, insert, update, delete on rate_limits to fairclick_app;

-- Operators are created with the owner's access to the database, never by the application.
create table operators (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  constraint operators_name_taken unique (name)
);
grant select on operators to fairclick_app;

create table operator_tokens (
  token_hash bytea primary key,
  operator_id uuid not null references operators,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- Null: does not expire.
  expires_at timestamptz,
  -- At most an hour old. Null: never used.
  last_used_at timestamptz,
  constraint operator_tokens_hash_length check (octet_length(token_hash) = 32)
);
grant select, update (revoked_at, last_used_at) on operator_tokens to fairclick_app;

-- Codes of an authenticator app (TOTP, RFC 6238). Required at sign-in once `confirmed_at` is set.
create table totp_factors (
  user_id uuid primary key references users,
  -- Encrypted with the installation's secret; the user's id is bound to it.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the user entered a first code.
  confirmed_at timestamptz,
  -- Time step of the last accepted code: earlier and equal steps are refused.
  last_step bigint not null default 0,
  -- Hashes of the recovery codes. Each replaces a code of the app once; a used code is removed.
  recovery_code_hashes bytea[] not null default '{}'
);
grant select, insert, update, delete on totp_factors to fairclick_app;

-- Passkeys (WebAuthn credentials): each is a complete way to sign in.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- Made by the authenticator, in base64url.
  credential_id text not null constraint passkeys_credential unique,
  public_key bytea not null,
  -- Signatures that the authenticator has counted; 0 if it does not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_sizes check (length(credential_id) <= 1400
    and octet_length(public_key) <= 2048 and length(name) between 1 and 60)
);
create index passkeys_user on passkeys (user_id, id);
grant select, insert, update, delete on passkeys to fairclick_app;

-- Accounts that an operator recovers because their owners lost every way to sign in.
create table recoveries (
  id uuid primary key,
  user_id uuid not null references users,
  -- The account's address when the recovery was requested; it must still be the same at the end.
  address text not null,
  reason text not null,
  requested_by uuid not null references operators,
  requested_at timestamptz not null,
  -- When the waiting period ends.
  due_at timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by text,
  finished_at timestamptz,
  constraint recoveries_wait check (due_at > requested_at),
  constraint recoveries_cancelled check (
    (cancelled_at is null) = (cancelled_by is null)
    and cancelled_by in ('link', 'session', 'sign_in', 'operator')
  ),
  constraint recoveries_finished check (
    finished_at is null or (finished_at >= due_at and cancelled_at is null)
  ),
  constraint recoveries_lengths check (length(address) <= 254 and length(reason) <= 500)
);
create unique index recoveries_open on recoveries (user_id)
  where cancelled_at is null and finished_at is null;
create index recoveries_due on recoveries (due_at) where cancelled_at is null and finished_at is null;
create index recoveries_user on recoveries (user_id, finished_at);
grant select, insert, update (cancelled_at, cancelled_by, finished_at), delete on recoveries
  to fairclick_app;

-- Keys with which programs of a user call the API. A key that is revoked is deleted; the audit log
-- keeps its name.
create table personal_keys (
  id uuid primary key,
  user_id uuid not null references users,
  name text not null,
  -- SHA-256 of 256 random bits: the token itself is shown once and not stored.
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz not null,
  -- At most an hour old. Null: never used.
  last_used_at timestamptz,
  -- Null: does not expire.
  expires_at timestamptz,
  constraint personal_keys_token_hash unique (token_hash),
  constraint personal_keys_name check (length(name) between 1 and 60),
  constraint personal_keys_scopes check (
    cardinality(scopes) > 0
    and scopes <@ array['read', 'campaigns', 'links', 'webhooks', 'payouts']
  )
);
create index personal_keys_user on personal_keys (user_id);
grant select, insert, update, delete on personal_keys to fairclick_app;

create table terms_acceptances (
  user_id uuid not null references users,
  version int not null,
  accepted_at timestamptz not null,
  primary key (user_id, version)
);
grant select, insert, delete on terms_acceptances to fairclick_app;

-- Channels of creators: who owns one is proved by a code in its description, or confirmed by an operator.
create table creator_channels (
  id uuid primary key,
  user_id uuid not null references users,
  platform text not null,
  -- '@name' in lower case, or the host of a website without 'www.'.
  name text not null,
  url text not null,
  -- What the description must hold. Changes whenever the channel stops being verified.
  code text not null,
  created_at timestamptz not null,
  checked_at timestamptz,
  -- What the last check found wrong.
  problem text,
  verified_at timestamptz,
  verified_by text,
  -- An operator took the mark away; the code no longer verifies this channel for this user.
  revoked_at timestamptz,
  constraint creator_channels_once unique (user_id, platform, name),
  constraint creator_channels_code unique (code),
  constraint creator_channels_platform check (
    platform in ('youtube', 'tiktok', 'twitch', 'instagram', 'x', 'website')),
  constraint creator_channels_texts check (length(name) <= 260 and length(url) <= 300),
  constraint creator_channels_verified_by check (verified_by in ('code', 'operator')),
  constraint creator_channels_state check (
    num_nonnulls(verified_at, verified_by) in (0, 2)
    and (verified_at is null or revoked_at is null)
  )
);
-- A channel verifies one account.
create unique index creator_channels_owner on creator_channels (platform, name)
  where verified_at is not null;
create index creator_channels_named on creator_channels (platform, name);
grant select, insert, update, delete on creator_channels to fairclick_app;

-- The application can end tokens, and still cannot create them or make one valid again.
create function refuse_token_revival() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'A revoked token stays revoked' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger operator_tokens_stay_revoked before update on operator_tokens
  for each row execute function refuse_token_revival();

-- Ip addresses: what is known about ip addresses.

-- Published lists of ip addresses, the last good version of each. A failed download, or one that is
-- not plausible, changes only `problem`.
create table ip_lists (
  name text primary key,
  class text not null,
  source text not null,
  -- The beginning of the SHA-256 of the downloaded file.
  version text,
  etag text,
  -- One range or ip address per line.
  body text,
  ranges int,
  -- The number of IPv4 addresses and IPv6 /64s.
  networks bigint,
  -- When this version was downloaded, and when its source last confirmed that it is current.
  fetched_at timestamptz,
  checked_at timestamptz,
  tried_at timestamptz not null,
  problem text,
  -- Tables of AS numbers, kept beside the lists of ip addresses.
  -- An AS table has half a million ranges, so it is stored as packed columns and not as text.
  packed bytea,
  constraint ip_lists_complete check (
    num_nulls(version, ranges, networks, fetched_at, checked_at) in (0, 5)
    and num_nonnulls(body, packed) = num_nonnulls(version)
    and (body is null or class not in ('asn', 'country'))
    and (packed is null or class in ('asn', 'country'))
    and (etag is null or version is not null)
    and (version is not null or problem is not null)
  ),
  -- Tables of countries beside the tables of AS numbers, and campaigns that pay for a part of the clicks only.
  constraint ip_lists_class
    check (class in ('relay', 'tor', 'cloud', 'datacenter', 'proxy', 'vpn', 'asn', 'country'))
);
grant select, insert, update, delete on ip_lists to fairclick_app;

-- Operators' decisions about ip addresses. The narrowest range that contains an address applies.
-- `shared`: the lists do not apply, as for `allow`, and many people share the range.
create table ip_ranges (
  range cidr primary key,
  effect text not null,
  reason text not null,
  operator_id uuid not null references operators,
  decided_at timestamptz not null default now(),
  constraint ip_ranges_effect check (effect in ('allow', 'deny', 'shared'))
);
grant select, insert, update, delete on ip_ranges to fairclick_app;

-- The data in which a click's ip address was looked up: the version of each list, and the operators'
-- decisions at that time.
create table ip_data_versions (
  version int generated always as identity primary key,
  content jsonb not null,
  -- SHA-256 of the content.
  hash bytea not null,
  made_at timestamptz not null default now(),
  constraint ip_data_versions_made_once unique (hash)
);
grant select, insert on ip_data_versions to fairclick_app;

-- Every worker listens on ip_data_changed and reloads the data.
create function notify_ip_data_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('ip_data_changed', '');
  return null;
end
$$;
create trigger ip_lists_notify after insert or update or delete on ip_lists
  for each statement execute function notify_ip_data_change();
create trigger ip_ranges_notify after insert or update or delete on ip_ranges
  for each statement execute function notify_ip_data_change();

-- Campaigns: campaigns, the links to them, reviews and reports.

-- What visitors report about links, and what operators decide about the addresses behind them.
create table reported_addresses (
  id uuid primary key,
  -- The canonical form of a game URL: core/campaigns/game-url.ts.
  address text not null,
  -- An address can be longer than an entry of an index.
  address_hash text not null unique,
  host text not null,
  state text not null default 'open',
  opened_at timestamptz not null,
  -- Whether a confirmation covers all addresses of the host and of its subdomains.
  whole_host boolean not null default false,
  -- Why an operator confirmed or dismissed it.
  answer text,
  decided_by uuid references operators,
  decided_at timestamptz,
  constraint reported_addresses_state check (
    (state = 'open' and num_nonnulls(answer, decided_by, decided_at) = 0)
    or (state in ('confirmed', 'dismissed') and num_nulls(answer, decided_by, decided_at) = 0)
  ),
  constraint reported_addresses_whole_host check (not whole_host or state = 'confirmed')
);
create index reported_addresses_state on reported_addresses (state, id);
create index reported_addresses_confirmed on reported_addresses (host) where state = 'confirmed';
grant select, insert, update on reported_addresses to fairclick_app;

-- Cover images of campaigns. The files are in a store beside the database, named by the hash of the
-- image that was uploaded.
create table covers (
  hash text primary key,
  created_at timestamptz not null,
  -- When all files were stored; null while they are being written.
  stored_at timestamptz,
  -- Nobody uses it: its files are being deleted, then this row.
  expired_at timestamptz,
  -- An operator removed it, and the same image is refused from then on.
  removed_at timestamptz,
  removed_reason text,
  -- When the files of a removed cover were deleted.
  cleared_at timestamptz,
  constraint covers_hash check (hash ~ '^[0-9a-f]{64}$'),
  constraint covers_removed check ((removed_at is null) = (removed_reason is null)),
  constraint covers_cleared check (cleared_at is null or removed_at is not null)
);
create index covers_leaving on covers (hash)
  where expired_at is not null or (removed_at is not null and cleared_at is null);
grant select, insert, update, delete on covers to fairclick_app;

create table campaigns (
  id uuid primary key,
  developer_id uuid not null references users,
  name text not null,
  game_title text not null,
  description text not null,
  game_url text not null,
  target_audience text not null,
  trailer_link text,
  genres text[] not null,
  hashtags text[] not null,
  conversion_tips text not null,
  budget_micros bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  funded_at timestamptz,
  paused_at timestamptz,
  disabled_at timestamptz,
  -- When the last of the escrow returned to the wallet after the end.
  released_at timestamptz,
  created_at timestamptz not null default now(),
  -- A pause that the developer cannot lift: an operator's, or the platform's after a dispute or a
  -- loss, or while it waits for a review. A campaign that its developer had paused before stays
  -- paused when this pause is lifted.
  forced_pause_at timestamptz,
  forced_pause_by text,
  forced_pause_reason text,
  disabled_reason text,
  -- When its developer ended it early. ends_at is then the same moment, and may precede the start.
  ended_early_at timestamptz,
  -- The developer's choices. Once the campaign is funded they change only in favour of the creators, who
  -- join under them.
  click_rules text not null default 'literal'
    constraint campaigns_click_rules check (click_rules in ('literal', 'shared-aware')),
  pays_for text not null default 'clicks'
    constraint campaigns_pays_for check (pays_for in ('clicks', 'players')),
  -- The platform's fee: a share of each paid click's price, in hundredths of a percent, that is fixed when
  -- a campaign is created. A paid click moves its price to its creator and the fee (click_fee) to the
  -- platform's account `fees`.
  fee_basis_points int not null default 0,
  wanted_categories text[] not null default '{}',
  wanted_platforms text[] not null default '{}',
  -- Clicks from other countries or devices are not paid. Null pays for all of them.
  audience_countries text[],
  audience_devices text[],
  -- The confirmed address to which the campaign leads: its visitors see a warning. The campaign is
  -- paused meanwhile, by whatever paused it first.
  blocked_by uuid references reported_addresses,
  -- Who may join the campaign.
  join_rule text not null default 'everybody',
  cover_hash text references covers,
  -- Describes the cover to people who do not see it; empty if it says nothing more than the title.
  cover_alt text not null default '',
  -- Events that the developer adds to those of every campaign.
  own_events text[] not null default '{}',
  -- The one of them that is the conversion; null: arrival in the game.
  conversion_event text,
  constraint campaigns_conversion_event
    check (conversion_event is null or conversion_event = any (own_events)),
  constraint campaigns_end_after_start check (ends_at > starts_at or ended_early_at = ends_at),
  constraint campaigns_forced_pause check (
    (forced_pause_at is null) = (forced_pause_by is null)
    and (forced_pause_at is null) = (forced_pause_reason is null)
    and (forced_pause_at is null or paused_at is not null)
  ),
  constraint campaigns_forced_pause_by
    check (forced_pause_by in ('operator', 'platform', 'review', 'report')),
  constraint campaigns_disabled_reason check (disabled_reason is null or disabled_at is not null),
  constraint campaigns_budget_positive check (budget_micros > 0),
  constraint campaigns_fee check (fee_basis_points between 0 and 10000),
  constraint campaigns_wanted check (
    cardinality(wanted_categories) <= 30 and cardinality(wanted_platforms) <= 30),
  constraint campaigns_audience_countries check (
    cardinality(audience_countries) between 1 and 250
    and array_position(audience_countries, null) is null
    and array_to_string(audience_countries, ',') ~ '^[A-Z]{2}(,[A-Z]{2})*$'
  ),
  constraint campaigns_audience_devices check (
    cardinality(audience_devices) between 1 and 3
    and audience_devices <@ array['phone', 'desktop', 'console']
  ),
  constraint campaigns_blocked
    check (blocked_by is null or forced_pause_at is not null),
  constraint campaigns_join_rule check (join_rule in ('everybody', 'verified', 'approval')),
  constraint campaigns_cover_alt check (
    length(cover_alt) <= 200 and (cover_alt = '' or cover_hash is not null))
);
create index campaigns_developer on campaigns (developer_id, created_at desc);
create index campaigns_newest on campaigns (created_at desc, id desc);
create index campaigns_unreleased on campaigns (ends_at) where funded_at is not null and released_at is null;
create index campaigns_blocked on campaigns (blocked_by) where blocked_by is not null;
create index campaigns_cover on campaigns (cover_hash) where cover_hash is not null;
grant select, insert, update on campaigns to fairclick_app;

create table links (
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  code text not null,
  joined_at timestamptz not null default now(),
  disabled_at timestamptz,
  disabled_by text,
  -- Names of the places where a creator posts a link, the last part of its short address: /r/<code>/bio.
  -- Rules, caps and payouts know the link alone. Each added name counts, so that nobody can invent any
  -- number of names that the counters below must keep.
  names text[] not null default '{}',
  names_added integer not null default 0,
  primary key (campaign_id, creator_id),
  constraint links_code_taken unique (code),
  constraint links_disabled_by check (
    (disabled_at is null and disabled_by is null)
    or (disabled_at is not null and disabled_by in ('developer', 'operator'))
  ),
  constraint links_names check (
    cardinality(names) <= 20 and names_added between cardinality(names) and 100)
);
create index links_creator on links (creator_id, joined_at desc);
create index links_newest on links (joined_at desc, code desc);
grant select, insert, update on links to fairclick_app;

-- Every api process listens on link_changed and drops the named entries of its link cache.
-- '<campaign>:<creator>' names one link, '*' in either place all of them.
create function notify_link_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'links' then
    perform pg_notify('link_changed', new.campaign_id || ':' || new.creator_id);
  else
    perform pg_notify('link_changed', new.id || ':*');
  end if;
  return null;
end
$$;
create trigger links_notify after insert or update on links
  for each row execute function notify_link_change();
create trigger campaigns_notify after update on campaigns
  for each row execute function notify_link_change();

-- A suspended user's links stop, and so do the links of a suspended developer's campaigns.
create function notify_suspension() returns trigger language plpgsql as $$
begin
  perform pg_notify('link_changed', '*:' || new.id);
  perform pg_notify('link_changed', id || ':*') from campaigns where developer_id = new.id;
  return null;
end
$$;
create trigger users_notify after update of suspended_at on users
  for each row when (old.suspended_at is distinct from new.suspended_at)
  execute function notify_suspension();

-- Limits that developers set on what a campaign spends. A click is judged by the newest row from
-- before it was made, so a limit that is lowered does not reach clicks that were made already. A row
-- without any limit ends the earlier ones.
create table campaign_limits (
  campaign_id uuid not null references campaigns,
  from_at timestamptz not null,
  -- What the clicks of one UTC day, and of one creator, can claim from the budget.
  daily_cap_micros bigint,
  creator_cap_micros bigint,
  primary key (campaign_id, from_at),
  constraint campaign_limits_positive check (daily_cap_micros > 0 and creator_cap_micros > 0)
);
grant select, insert on campaign_limits to fairclick_app;

-- The platform's fee for a paid click, rounded up to a whole micro, and what such a click takes from the
-- budget. As clickFee in core/campaigns/prices.ts.
create function click_fee(price_micros bigint, basis_points int) returns bigint
  language sql immutable parallel safe
return (price_micros * basis_points + 9999) / 10000;
create function click_cost(price_micros bigint, basis_points int) returns bigint
  language sql immutable parallel safe
return (price_micros * (10000 + basis_points) + 9999) / 10000;

-- What a click pays its creator can change: each campaign has a history of prices, and a click is paid
-- by the price of its time.
create table campaign_prices (
  campaign_id uuid not null references campaigns,
  -- The price of clicks from this time until the next price; -infinity for a campaign's first price.
  starts_at timestamptz not null,
  payout_micros bigint not null,
  primary key (campaign_id, starts_at),
  constraint campaign_prices_positive check (payout_micros > 0)
);
-- Only a price that has not begun can be withdrawn.
create trigger campaign_prices_never_changed before update on campaign_prices
  for each row execute function refuse_change();
create trigger campaign_prices_kept before delete on campaign_prices
  for each row when (old.starts_at <= now()) execute function refuse_change();
create trigger campaign_prices_no_truncate before truncate on campaign_prices
  for each statement execute function refuse_change();
grant select, insert, delete on campaign_prices to fairclick_app;

-- Addresses that a campaign's game had before its developer changed them. A click led to the
-- address with the earliest used_until after it, or to the campaign's own if there is none.
create table former_game_urls (
  id bigint generated always as identity primary key,
  campaign_id uuid not null references campaigns,
  used_until timestamptz not null,
  game_url text not null,
  changed_by uuid not null references users
);
create index former_game_urls_campaign on former_game_urls (campaign_id, used_until, id);
create trigger former_game_urls_append_only before update or delete on former_game_urls
  for each row execute function refuse_change();
create trigger former_game_urls_no_truncate before truncate on former_game_urls
  for each statement execute function refuse_change();
grant select, insert on former_game_urls to fairclick_app;

-- Creators join a funded campaign for its audience, which can only grow from then on.
create function keep_audience() returns trigger language plpgsql as $$
begin
  if old.funded_at is not null and (
    (new.audience_countries is not null
      and (old.audience_countries is null or not new.audience_countries @> old.audience_countries))
    or (new.audience_devices is not null
      and (old.audience_devices is null or not new.audience_devices @> old.audience_devices))
  ) then
    raise exception 'the audience of a funded campaign can only grow' using errcode = 'check_violation',
      constraint = 'campaigns_audience_grows';
  end if;
  return new;
end
$$;
create trigger campaigns_audience_grows before update of audience_countries, audience_devices on campaigns
  for each row execute function keep_audience();

-- What waits for an operator: creators' appeals of refused and held clicks, developers' objections to paid
-- ones, and reviews of campaigns before they are live. A case is open until it is decided or withdrawn.
create table cases (
  id uuid primary key,
  kind text not null,
  campaign_id uuid not null references campaigns,
  -- The user who reads the decision.
  user_id uuid not null references users,
  -- What the user wrote; empty for a review.
  text text not null,
  -- The money that the decision is about; null for the campaign's budget.
  micros bigint,
  -- What only some kinds have: core/campaigns/cases.ts.
  about jsonb not null default '{}',
  opened_at timestamptz not null,
  state text not null default 'open',
  -- Why an operator accepted or declined it.
  answer text,
  decided_by uuid references operators,
  decided_at timestamptz,
  constraint cases_kind check (kind in ('appeals', 'objections', 'reviews')),
  constraint cases_micros check (micros > 0),
  constraint cases_state check (
    (state = 'open' and num_nonnulls(answer, decided_by, decided_at) = 0)
    or (state = 'withdrawn' and num_nonnulls(answer, decided_by) = 0 and decided_at is not null)
    or (state in ('accepted', 'declined') and num_nulls(answer, decided_by, decided_at) = 0)
  )
);
create index cases_state on cases (state, kind, id);
create index cases_user on cases (user_id, id);
create index cases_campaign on cases (campaign_id, kind, state);
-- A link has one appeal for each UTC day and reason of its clicks.
create unique index cases_one_appeal on cases
  (campaign_id, user_id, (about ->> 'day'), (about ->> 'reason')) where kind = 'appeals';
create unique index cases_one_review on cases (campaign_id) where kind = 'reviews' and state = 'open';
grant select, insert, update on cases to fairclick_app;

-- The clicks of each objection, as they were selected; a click has at most one. An appeal is about all
-- refused clicks of its link, day and reason, and has no rows here.
create table case_clicks (
  click_id uuid primary key,
  clicked_at timestamptz not null,
  case_id uuid not null references cases
);
create index case_clicks_case on case_clicks (case_id, click_id);
grant select, insert on case_clicks to fairclick_app;

-- Addresses that an operator approved for a developer's campaign, with what is below them: a host, its
-- path, and the query if the approved one has one.
create table campaign_hosts (
  developer_id uuid not null references users,
  address text not null,
  approved_at timestamptz not null,
  primary key (developer_id, address)
);
create index campaign_hosts_address on campaign_hosts (address);
grant select, insert, delete on campaign_hosts to fairclick_app;

create table link_reports (
  id uuid primary key,
  address_id uuid not null references reported_addresses,
  campaign_id uuid not null references campaigns,
  -- Null if the campaign was reported, not the link of a creator.
  creator_id uuid references users,
  reason text not null,
  text text not null,
  signed_in boolean not null,
  -- Keyed hashes of the reporter's address or account, and of the network. No address is stored.
  reporter text not null,
  network text not null,
  reported_at timestamptz not null,
  day date not null,
  constraint link_reports_reason
    check (reason in ('scam', 'not_a_game', 'adult', 'hate', 'other')),
  constraint link_reports_text check (length(text) <= 500),
  constraint link_reports_once unique nulls not distinct (campaign_id, creator_id, reporter, day)
);
create index link_reports_address on link_reports (address_id, reported_at);
create index link_reports_reported_at on link_reports (reported_at);
grant select, insert, delete on link_reports to fairclick_app;

create table join_requests (
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  message text not null,
  requested_at timestamptz not null,
  state text not null default 'open',
  -- Why the developer refused.
  answer text,
  decided_at timestamptz,
  primary key (campaign_id, creator_id),
  constraint join_requests_texts check (length(message) <= 300 and length(answer) <= 300),
  constraint join_requests_state check (
    (state = 'open' and num_nonnulls(answer, decided_at) = 0)
    or (state in ('accepted', 'withdrawn') and answer is null and decided_at is not null)
    or (state = 'refused' and num_nulls(answer, decided_at) = 0))
);
create index join_requests_open on join_requests (campaign_id, requested_at, creator_id)
  where state = 'open';
create index join_requests_creator on join_requests (creator_id, requested_at);
grant select, insert, update, delete on join_requests to fairclick_app;

-- Who uploaded which cover; only they can use it.
create table cover_uploads (
  user_id uuid not null references users,
  hash text not null references covers on delete cascade,
  uploaded_at timestamptz not null,
  primary key (user_id, hash)
);
create index cover_uploads_hash on cover_uploads (hash);
grant select, insert, update, delete on cover_uploads to fairclick_app;

-- Clicks: from their arrival to their deletion, with their verdicts, and the policies behind them.

-- A click is written at most twice: into pending_clicks when it is recorded, and, with its verdict,
-- into clicks when it is judged. pending_clicks stays small; clicks only grows.
create table pending_clicks (
  id uuid primary key,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  ip inet not null,
  -- The ip address itself for IPv4, its /64 for IPv6.
  ip_key inet not null,
  device_key text not null,
  -- True if the key is a cookie that the device sent back; false if it is a hash of its properties.
  device_known boolean not null,
  method text not null,
  user_agent text,
  referrer text,
  country text,
  asn int,
  -- Results of the checks that need only the click itself: [{"signal", "evidence"}], in the order in
  -- which they decide.
  signals jsonb not null default '[]',
  recorded_at timestamptz not null default now(),
  ip_data_version int,
  -- The dimensions of the statistics.
  device_class text,
  browser text,
  referrer_host text,
  -- The hash of the device's properties if device_key is a cookie; null if device_key is that hash.
  weak_key text,
  -- Null for the link without a name.
  link_name text,
  constraint pending_clicks_signals check (jsonb_typeof(signals) = 'array')
);
create index pending_clicks_clicked on pending_clicks (clicked_at, id);
create index pending_clicks_ip on pending_clicks (ip_key, clicked_at);
create index pending_clicks_device on pending_clicks (device_key, clicked_at);
-- Also finds a creator's pending clicks, by the creator's links.
create index pending_clicks_link on pending_clicks (campaign_id, creator_id);
grant select, insert, update, delete on pending_clicks to fairclick_app;

-- Ip addresses and devices that recently followed a link which people cannot see.
create table honeypot_marks (
  kind text not null,
  key text not null,
  marked_at timestamptz not null,
  primary key (kind, key),
  constraint honeypot_marks_kind check (kind in ('ip', 'device'))
);
create index honeypot_marks_age on honeypot_marks (marked_at);
grant select, insert, update, delete on honeypot_marks to fairclick_app;

create table settlements (
  id bigint primary key,
  -- The UTC day of all its clicks.
  day date not null,
  -- Whether its clicks are to be proved. Only seal_settlements changes it.
  is_open boolean not null default true,
  shard smallint not null,
  watermark timestamptz not null,
  policy_version int not null,
  clicks int not null,
  valid int not null,
  paid_micros bigint not null,
  settled_at timestamptz not null default now()
);
create index settlements_newest on settlements (settled_at desc);
create index settlements_day on settlements (day);
create index settlements_open on settlements (id) where is_open;
grant select, insert (id, day, shard, watermark, policy_version, clicks, valid, paid_micros) on settlements
  to fairclick_app;

-- Every click of the shard that was made before the watermark has its verdict, moved forward by settlement.
-- Campaigns can be divided into any number of shards, also into several at once: each says what is true.
create table judged_shards (
  shards smallint not null,
  shard smallint not null,
  watermark timestamptz not null,
  primary key (shards, shard),
  constraint judged_shards_shard check (shard >= 0 and shard < shards)
);
grant select, insert, update on judged_shards to fairclick_app;

-- Every click made before the watermark has its verdict. One row; null before the first settlement.
create view judged_up_to as
select max(watermark) as watermark
from (
  select min(watermark) as watermark from judged_shards group by shards having count(*) = shards
) division;
grant select on judged_up_to to fairclick_app;

-- The names of a click's signals, as an array that an index can hold.
create function click_signal_names(signals jsonb) returns text[]
  language sql immutable parallel safe
return array(select signal ->> 'signal' from jsonb_array_elements(signals) as found (signal));

-- The hour, and the three hours of a UTC day, of a time. Readers sort by what is in an index first: Postgres does
-- not derive it.
create function hour_of(at timestamptz) returns timestamptz immutable return date_bin('1 hour', at, '2000-01-01Z');
create function three_hours_of(at timestamptz) returns timestamptz immutable
return date_bin('3 hours', at, '2000-01-01Z');
-- A hash of a link, followed by the three hours.
create function link_hours(campaign uuid, creator uuid, at timestamptz) returns bigint immutable
return uuid_hash_extended(creator, uuid_hash_extended(campaign, 0)) << 20
  | floor(date_part('epoch', greatest('1970-01-01Z', least(at, '2300-01-01Z')) at time zone 'UTC') / 10800)::bigint;
-- Whether a click is of a link: Postgres writes it into the statement, which can then use the index. The `case`
-- hides the comparison from its estimate: it would count the link twice.
create function is_of_link(campaign uuid, creator uuid, at timestamptz, of_campaign uuid, of_creator uuid)
  returns boolean immutable
return link_hours(campaign, creator, at)
    between link_hours(of_campaign, of_creator, '-infinity') and link_hours(of_campaign, of_creator, 'infinity')
  and case when campaign = of_campaign and creator = of_creator then true end;

-- What a judged click leaves for good: what money and statistics need, nothing about a person. The widest
-- columns come first, so that none is padded.
create table clicks (
  clicked_at timestamptz not null,
  -- Of a click that was held; null for others.
  recorded_at timestamptz,
  settlement_id bigint not null,
  id uuid not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  -- The ledger transaction that paid a click which was approved after its settlement; null for others.
  approval_id uuid,
  -- What the click pays its creator if it is valid, the price of its time; and the platform's fee for it.
  price_micros int not null,
  fee_micros int not null default 0,
  asn int,
  ip_data_version int,
  policy_version smallint not null,
  device_known boolean not null,
  verdict text not null,
  reason text,
  -- Null for GET.
  method text,
  country text,
  device_class text,
  browser text,
  -- The host under which the click is counted: 'other' if its campaign has reached the limit of
  -- hosts (campaign_referrers).
  referrer_host text,
  link_name text,
  -- As in pending_clicks; null without any.
  signals jsonb,
  constraint clicks_verdict check (verdict in ('valid', 'invalid', 'held', 'unpaid')),
  constraint clicks_reason check ((verdict = 'valid') = (reason is null)),
  constraint clicks_paid check ((verdict = 'valid' or approval_id is null) and price_micros > 0),
  constraint clicks_recorded check (verdict <> 'held' or recorded_at is not null)
) partition by range (clicked_at);
-- Every index slows settlement, which writes into each of them. These are all:
-- A link's clicks, for its creator, its developer and judges. By the hours, so that entries are equal and share a key.
-- A query names the link by `is_of_link`.
create index clicks_link on clicks using btree (link_hours(campaign_id, creator_id, clicked_at));
-- A page of all clicks of a campaign, newest first. Those of one moment are sorted by id.
create index clicks_campaign on clicks using btree (campaign_id, hour_of(clicked_at));
-- Held clicks of a campaign are judged again, the oldest first; they are few.
create index clicks_held on clicks using btree (campaign_id, recorded_at) where verdict = 'held';
-- Operators read flagged clicks newest first, or those with a rare signal. Paid clicks add nothing here.
create index clicks_flagged on clicks using btree (clicked_at, id) where verdict in ('held', 'invalid');
create index clicks_flagged_signals on clicks using gin (click_signal_names(signals))
  where verdict in ('held', 'invalid');
-- What was settled last, for the proof of it: the ids of settlements grow as rows are added.
create index clicks_settlement on clicks using brin (settlement_id)
  with (pages_per_range = 32, autosummarize = on);
grant select, insert on clicks to fairclick_app;

-- What a click has paid. Queries name it like a column, with the table: `c.paid_micros`.
create function paid_micros(c clicks) returns bigint immutable
return case c.verdict when 'valid' then c.price_micros else 0 end;

-- The ledger transaction with which a settlement pays a campaign's clicks of one price: a UUID of version 7, of
-- the settlement's time. Stored clicks rely on it: it never changes.
create function payout_id(settlement bigint, campaign uuid, price int) returns uuid immutable
return (encode(int8send((settlement >> 12 << 16) | 28672 | (settlement & 4095)), 'hex')
  || '8' || substr(md5(uuid_send(campaign) || int4send(price)), 1, 15))::uuid;

-- The only ledger transaction that paid a click; null unless it is valid. Named like `c.paid_micros`.
create function transaction_id(c clicks) returns uuid immutable
return case c.verdict when 'valid'
  then coalesce(c.approval_id, payout_id(c.settlement_id, c.campaign_id, c.price_micros)) end;

-- A device key in fewer bytes: a hash or ids as bytes, behind their kind; any other text as it is. Neither strict
-- nor with a stable function in it: Postgres would plan it for each row instead of writing it into the statement.
create function pack_device(key text) returns bytea
  language sql immutable parallel safe
return case
  when key like 'like:%' and length(key) = 25 and translate(substr(key, 6), '0123456789abcdef', '') = ''
    then '\x01'::bytea || decode(substr(key, 6), 'hex')
  when key like 'cookie:%' and (length(key), translate(substr(key, 8), '0123456789abcdef', ''))
      in ((43, '----'), (80, '----.----'))
    then '\x02'::bytea || decode(translate(substr(key, 8), '-.', ''), 'hex')
  else '\x00'::bytea || replace(key, '\', '\\')::bytea
end;

create function unpack_text(packed bytea) returns text language plpgsql immutable strict parallel safe as $$
begin
  return convert_from(packed, 'UTF8');
end
$$;

create function unpack_device(packed bytea) returns text
  language sql immutable parallel safe
return case get_byte(packed, 0)
  when 1 then 'like:' || encode(substr(packed, 2), 'hex')
  when 2 then 'cookie:' || encode(substr(packed, 2, 16), 'hex')::uuid::text
    || case when length(packed) > 17 then '.' || encode(substr(packed, 18), 'hex')::uuid::text else '' end
  else unpack_text(substr(packed, 2))
end;

-- Who made a judged click, until it is forgotten: then the day's partition is dropped, and no row of clicks
-- changes. One row for each click, without a key of its own: settlement writes both in one statement.
create table click_visitors (
  clicked_at timestamptz not null,
  id uuid not null,
  -- Of a text that is in click_texts.
  user_agent_hash int,
  referrer_hash int,
  -- Whether the click is valid or held now.
  accepted boolean not null,
  ip_key inet,
  -- Null if it is equal to ip_key, as every IPv4 address is.
  ip inet,
  device_key bytea,
  weak_key bytea,
  -- Of a text that is not.
  user_agent text,
  referrer text
) partition by range (clicked_at);
-- The visitor of a click. Like ids, times come nearly in order: full pages are rarely split.
create index click_visitors_clicked on click_visitors using btree (clicked_at) with (fillfactor = 100);
-- The clicks of an address, a network or a device, in settlement and in an operator's search. The rules
-- count the accepted ones: with these apart, they never read past the invalid clicks of a flood, a million
-- a day. A query that reads all of them uses `hasAnyVerdict` (sql/clicks/flagged-clicks.ts). Of a device key
-- six bytes are enough to find it.
create index click_visitors_ip on click_visitors using btree (accepted, ip_key, clicked_at);
create index click_visitors_device on click_visitors
  using btree (accepted, substr(device_key, 2, 6), clicked_at);
grant select, insert on click_visitors to fairclick_app;

-- User agents and referrers that several clicks of a day share, each once, until they are forgotten with its
-- visitors. A program that invents one for each click adds none: only what two clicks of a batch have is shared.
create table click_texts (
  -- The beginning of the UTC day.
  clicked_at timestamptz not null,
  -- Of two texts with one hash the second is never shared.
  hash int not null,
  text text not null,
  primary key (hash, clicked_at)
) partition by range (clicked_at);
grant select, insert on click_texts to fairclick_app;

create function move_visitor() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update click_visitors v set accepted = new.verdict in ('valid', 'held')
  where v.id = new.id and v.clicked_at = new.clicked_at;
  return null;
end
$$;
create trigger clicks_visitor_moved after update of verdict on clicks for each row
  when ((old.verdict in ('valid', 'held')) <> (new.verdict in ('valid', 'held')))
  execute function move_visitor();

-- Hold clicks of days without a partition, as a clock that is far off makes them.
create table clicks_default partition of clicks default;
alter table clicks_default add primary key (id) with (fillfactor = 100);
create table click_visitors_default partition of click_visitors default;
create table click_texts_default partition of click_texts default;

-- Creates the missing partitions from from_day to to_day and moves their rows out of the default
-- partition. Returns the number of days with a new partition. Attaching a table does not block readers and
-- writers of clicks.
create function make_click_partitions(from_day date, to_day date) returns int
  language plpgsql security definer set search_path = public, pg_temp
as $$
<<making>>
declare
  day date;
  parent text;
  name text;
  starts timestamptz;
  ends timestamptz;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  for day in select generate_series(from_day, to_day, interval '1 day')::date loop
    continue when to_regclass('clicks_' || to_char(day, 'YYYYMMDD')) is not null
      or exists (select from dropped_days d where d.day = making.day and d.dropped_at is not null);
    starts := day::timestamp at time zone 'UTC';
    ends := (day + 1)::timestamp at time zone 'UTC';
    foreach parent in array array['clicks', 'click_visitors', 'click_texts'] loop
      name := parent || '_' || to_char(day, 'YYYYMMDD');
      execute format('create table %I (like %I including defaults including constraints)', name, parent);
      -- A key of all partitions would need the time in it.
      if parent = 'clicks' then
        execute format('alter table %I add primary key (id) with (fillfactor = 100)', name);
      end if;
      execute format(
        'with moved as (delete from %I where clicked_at >= %L and clicked_at < %L returning *)
         insert into %I select * from moved', parent || '_default', starts, ends, name
      );
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, name, starts, ends);
    end loop;
    made := made + 1;
  end loop;
  return made;
end
$$;
revoke execute on function make_click_partitions from public;
grant execute on function make_click_partitions to fairclick_app;

-- Judged clicks with their visitors, for readers.
create view visited_clicks as
  select c.id, c.clicked_at, c.campaign_id, c.creator_id, coalesce(v.ip, v.ip_key) as ip, v.ip_key,
    unpack_device(v.device_key) as device_key, substr(v.device_key, 2, 6) as device_start, c.device_known,
    unpack_device(v.weak_key) as weak_key, coalesce(c.method, 'GET') as method,
    coalesce(v.user_agent, (
      select t.text from click_texts t
      where t.hash = v.user_agent_hash and t.clicked_at = date_trunc('day', v.clicked_at, 'UTC')
    )) as user_agent, coalesce(v.referrer, (
      select t.text from click_texts t
      where t.hash = v.referrer_hash and t.clicked_at = date_trunc('day', v.clicked_at, 'UTC')
    )) as referrer, c.country, c.asn, c.signals,
    c.recorded_at, c.verdict, v.accepted, c.reason, c.policy_version, c.settlement_id, c.transaction_id,
    c.price_micros::bigint, c.fee_micros::bigint, c.paid_micros, c.ip_data_version, c.device_class, c.browser,
    c.referrer_host, c.link_name
  from clicks c left join click_visitors v on v.clicked_at = c.clicked_at and v.id = c.id;
grant select on visited_clicks to fairclick_app;

-- Every click, judged or pending, for readers.
create view all_clicks as
  select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_start, device_known,
    method, user_agent, referrer, country, asn, signals, recorded_at, verdict, accepted, reason,
    policy_version, settlement_id, transaction_id, paid_micros, ip_data_version
  from visited_clicks
  union all
  select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key,
    substr(pack_device(device_key), 2, 6), device_known, method, user_agent, referrer, country, asn,
    signals, recorded_at, 'pending', false, null, null, null, null, 0, ip_data_version
  from pending_clicks;
grant select on all_clicks to fairclick_app;

-- What a campaign's held clicks would cost. This part of its escrow is neither paid nor released
-- until an operator has decided.
create table held_claims (
  campaign_id uuid primary key references campaigns,
  clicks bigint not null,
  micros bigint not null,
  -- How far a pass over a campaign's old held clicks has come: the last click that was judged again,
  -- and when the last pass ended.
  again_after timestamptz,
  again_after_id uuid,
  again_at timestamptz,
  constraint held_claims_not_negative check (clicks >= 0 and micros >= 0),
  constraint held_claims_again check (num_nulls(again_after, again_after_id) in (0, 2))
);
grant select, insert, update on held_claims to fairclick_app;

-- Makes held clicks invalid for what was found when they were judged again. Besides decide_clicks,
-- the application has no other right to change a judged click.
create function invalidate_held_clicks(
  click_ids uuid[], clicked_ats timestamptz[], reasons text[], found jsonb[], version int
)
  returns table (click_id uuid, clicked_at timestamptz, creator_id uuid, reason_before text, reason text)
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  update clicks c set verdict = 'invalid', reason = again.reason, signals = again.signals,
    policy_version = version
  from unnest(click_ids, clicked_ats, reasons, found) as again (id, clicked_at, reason, signals)
  join clicks b on b.id = again.id and b.clicked_at = again.clicked_at
  where c.id = again.id and c.clicked_at = again.clicked_at and c.verdict = 'held'
    and b.verdict = 'held'
  returning c.id, c.clicked_at, c.creator_id, b.reason, c.reason
$$;
revoke execute on function invalidate_held_clicks from public;
grant execute on function invalidate_held_clicks to fairclick_app;

-- Operators' decisions, one row per click. Payouts and counters are proved with them, so they stay
-- when the clicks are dropped. Transactions are not foreign keys, as in clicks: truncation of the
-- ledger must fail by the ledger's own triggers, which name the reason.
create table click_decisions (
  id bigint generated always as identity primary key,
  -- The same for all clicks that were decided together.
  act_id uuid not null,
  action text not null,
  -- A decision without an operator is an approval that the game's reports proved.
  operator_id uuid references operators,
  decided_at timestamptz not null default now(),
  click_id uuid not null,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  settlement_id bigint not null,
  verdict_before text not null,
  reason_before text,
  -- Why the click was reversed, in the words that its creator reads.
  category text,
  -- What the decision paid; negative for a reversal.
  micros bigint not null,
  -- The transaction that moved the money and, for a reversal, the one that had paid the click.
  transaction_id uuid,
  paid_by uuid,
  constraint click_decisions_action
    check (action in ('approve', 'reject', 'reverse', 'hold')),
  constraint click_decisions_money check (
    (action = 'approve' and micros > 0 and transaction_id is not null and paid_by is null)
    or (action in ('reject', 'hold') and micros = 0 and transaction_id is null and paid_by is null)
    or (action = 'reverse' and micros < 0 and transaction_id is not null and paid_by is not null)
  ),
  constraint click_decisions_category check ((action = 'reverse') = (category is not null)),
  constraint click_decisions_operator
    check (operator_id is not null or action = 'approve')
);
create index click_decisions_click on click_decisions (click_id, id desc);
create index click_decisions_act on click_decisions (act_id, click_id);
-- For a creator's live view of a link: the decisions about its clicks.
create index click_decisions_link on click_decisions (campaign_id, creator_id, decided_at, clicked_at);
-- For the proof of a day, and of the latest decisions.
create index click_decisions_time on click_decisions using brin (decided_at, clicked_at)
  with (pages_per_range = 32, autosummarize = on);
create index click_decisions_taken_back on click_decisions (creator_id) where action = 'reverse';
create trigger click_decisions_append_only before update or delete on click_decisions
  for each row execute function refuse_change();
create trigger click_decisions_no_truncate before truncate on click_decisions
  for each statement execute function refuse_change();
grant select on click_decisions to fairclick_app;

-- Changes verdicts by an operator's decision and records the decision. An approved click is paid its
-- price; a click that is held again has the reason for which it was held last. Leaves clicks unchanged
-- whose verdict the action does not apply to (any more); the result does not contain them.
create function decide_clicks(
  act uuid, by_operator uuid, kind text, told text, moved_by uuid, ids uuid[], clicked_ats timestamptz[]
)
  returns table (
    click_id uuid, clicked_at timestamptz, campaign_id uuid, creator_id uuid, verdict_before text,
    reason_before text, verdict text, reason text
  )
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  with changed as (
    update clicks c set
      verdict = case kind when 'approve' then 'valid' when 'hold' then 'held' else 'invalid' end,
      reason = case kind when 'approve' then null when 'reverse' then 'reversed'
        when 'hold' then h.reason_before else b.reason end,
      approval_id = case kind when 'approve' then moved_by end
    from unnest(ids, clicked_ats) as wanted (id, clicked_at)
    join clicks b on b.id = wanted.id and b.clicked_at = wanted.clicked_at
    left join lateral (
      select d.reason_before from click_decisions d
      where kind = 'hold' and d.click_id = wanted.id and d.verdict_before = 'held'
      order by d.id desc limit 1
    ) h on true
    where c.id = wanted.id and c.clicked_at = wanted.clicked_at and b.verdict = c.verdict
      and case kind
        when 'approve' then b.verdict in ('held', 'invalid', 'unpaid')
        when 'reject' then b.verdict = 'held'
        when 'reverse' then b.verdict = 'valid'
        when 'hold' then b.verdict = 'invalid' and h.reason_before is not null
      end
    returning c.*, b.verdict as verdict_before, b.reason as reason_before,
      c.paid_micros - b.paid_micros as micros, b.transaction_id as paid_by
  ),
  written as (
    insert into click_decisions (act_id, action, operator_id, click_id, clicked_at, campaign_id,
      creator_id, settlement_id, verdict_before, reason_before, category, micros, transaction_id, paid_by)
    select act, kind, by_operator, id, clicked_at, campaign_id, creator_id, settlement_id,
      verdict_before, reason_before, told, micros, moved_by, paid_by
    from changed
  )
  select id, clicked_at, campaign_id, creator_id, verdict_before, reason_before, verdict, reason
  from changed
$$;
revoke execute on function decide_clicks from public;
grant execute on function decide_clicks to fairclick_app;

-- What was settled is proved once, and sealed: the hourly proof of the books does not read its clicks again.
-- A seal has the sums of the clicks of a day that were proved since the seal before it.
create table day_seals (
  id bigint generated always as identity primary key,
  day date not null,
  -- Whether all clicks of the day were proved together, with its counters.
  is_whole boolean not null default false,
  clicks bigint not null,
  -- By verdict: {"valid": {"clicks", "micros", "fee_micros"}}, of the prices and fees of the clicks.
  sums jsonb not null,
  proved_at timestamptz not null default now(),
  -- SHA-256 of this row and of the digest before it: a changed seal differs from all that follow.
  digest text not null
);
create index day_seals_day on day_seals (day, id);
create trigger day_seals_append_only before update or delete on day_seals
  for each row execute function refuse_change();
create trigger day_seals_no_truncate before truncate on day_seals
  for each statement execute function refuse_change();
grant select on day_seals to fairclick_app;

create function seal_digest(before text, seal day_seals) returns text language sql stable
return encode(sha256(convert_to(concat_ws(' ', before, to_char(seal.day, 'YYYYMMDD'), seal.is_whole, seal.clicks,
  seal.sums, extract(epoch from seal.proved_at)), 'UTF8')), 'hex');

-- Whether a day was proved as a whole and nothing was settled for it since.
create function is_sealed_day(wanted date) returns boolean language sql stable
return coalesce((select is_whole from day_seals where day = wanted order by id desc limit 1), false)
  and not exists (select from settlements where day = wanted and is_open);

-- The clicks of all sealed settlements, those of dropped days included. A link has at most four rows, and
-- stays as large when clicks are added.
create table sealed_links (
  campaign_id uuid not null,
  creator_id uuid not null,
  verdict text not null,
  clicks bigint not null,
  micros bigint not null,
  fee_micros bigint not null,
  primary key (campaign_id, creator_id, verdict)
);
grant select on sealed_links to fairclick_app;

-- A decision about a sealed click moves the sums of its link. It does not open the settlement: what was
-- settled stays as it was proved, and the decision is proved by itself. The lock makes a seal leave the
-- settlement open until the decision is there, or the decision wait for the seal.
create function move_sealed_click() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if not (select is_open from settlements where id = new.settlement_id for share) then
    insert into sealed_links as kept
    select new.campaign_id, new.creator_id, verdict, n, n * new.price_micros, n * new.fee_micros
    from (values (old.verdict, -1), (new.verdict, 1)) as moved (verdict, n) order by verdict
    on conflict (campaign_id, creator_id, verdict) do update set clicks = kept.clicks + excluded.clicks,
      micros = kept.micros + excluded.micros, fee_micros = kept.fee_micros + excluded.fee_micros;
  end if;
  return null;
end
$$;
create trigger clicks_sealed_verdict after update of verdict on clicks
  for each row when (old.verdict is distinct from new.verdict) execute function move_sealed_click();

-- Seals settlements whose clicks were proved, those of each day by themselves; with the day `whole`, also
-- that day. Leaves open what is sealed already and what somebody decides about at this moment. Returns the
-- digest of the last seal, or null if nothing was sealed.
create function seal_settlements(ids bigint[], whole date default null) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s'
as $$
declare
  taken bigint[];
  of_day date;
  seal day_seals;
begin
  perform pg_advisory_xact_lock(hashtext('day_seals'));
  taken := array(
    select id from settlements where id = any (ids) and is_open order by id for update skip locked
  );
  update settlements set is_open = false where id = any (taken);
  for of_day in
    select day from settlements where id = any (taken) union select whole where whole is not null order by 1
  loop
    -- By its bounds the planner reads the last pages of the day only.
    with sums as materialized (
      select campaign_id, creator_id, verdict, count(*) as clicks, sum(price_micros) as micros,
        sum(fee_micros) as fee_micros
      from clicks
      where settlement_id = any (taken) and settlement_id >= taken[1]
        and clicked_at >= of_day::timestamp at time zone 'UTC'
        and clicked_at < (of_day + 1)::timestamp at time zone 'UTC'
      group by 1, 2, 3
    ),
    added as (
      insert into sealed_links as kept
      select * from sums order by 1, 2, 3
      on conflict (campaign_id, creator_id, verdict) do update set clicks = kept.clicks + excluded.clicks,
        micros = kept.micros + excluded.micros, fee_micros = kept.fee_micros + excluded.fee_micros
    )
    select coalesce(sum(clicks), 0), coalesce(jsonb_object_agg(verdict, to_jsonb(v) - 'verdict'), '{}')
    into seal.clicks, seal.sums from (
      select verdict, sum(clicks) as clicks, sum(micros) as micros, sum(fee_micros) as fee_micros
      from sums group by 1
    ) v;
    seal.day := of_day;
    seal.is_whole := of_day is not distinct from whole
      and not exists (select from settlements where day = of_day and is_open);
    seal.proved_at := now();
    seal.digest := seal_digest((select s.digest from day_seals s order by s.id desc limit 1), seal);
    insert into day_seals (day, is_whole, clicks, sums, proved_at, digest)
    values (seal.day, seal.is_whole, seal.clicks, seal.sums, seal.proved_at, seal.digest);
  end loop;
  return seal.digest;
end
$$;
revoke execute on function seal_settlements from public;
grant execute on function seal_settlements to fairclick_app;

-- Seals a day that was proved to have this number of clicks. Returns the digest of the seal, or null,
-- without a change, if it has another number by now. Blocks writes to the day's clicks meanwhile: a
-- settlement that waits stays open.
create function seal_click_day(sealed date, proved bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s'
as $$
declare
  name text := 'clicks_' || to_char(sealed, 'YYYYMMDD');
  found bigint;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  if to_regclass(name) is null then
    return null;
  end if;
  execute format('lock table %I in share mode', name);
  execute format('select count(*) from %I', name) into found;
  if found <> proved then
    return null;
  end if;
  return seal_settlements(array(select id from settlements where day = sealed and is_open), sealed);
end
$$;
revoke execute on function seal_click_day from public;
grant execute on function seal_click_day to fairclick_app;

-- UTC days whose clicks were dropped, those that moved to ClickHouse among them. Clicks that still come for
-- one stay in the default partition.
create table dropped_days (
  day date primary key,
  -- Null while its clicks are copied to ClickHouse. Only drop_click_day sets it.
  dropped_at timestamptz,
  -- A copy that differs is given up, and the next one has another number: only the clicks with the day's
  -- number count in ClickHouse.
  copy int not null default 1,
  -- The clicks of the copy; null if ClickHouse does not have the day.
  clicks bigint
);
grant select, insert (day), update (copy, clicks) on dropped_days to fairclick_app;

-- The clicks of dropped days, summed twice. By link and hour, for the counters: at most four rows for each row
-- of click_quarters and reason. By settlement, for payouts: one row per ledger transaction, and up to three per
-- settlement for what it did not pay. A day of 100 million clicks in batches of 5,000 over 500 campaigns has at
-- most ten million of these.
create table dropped_sums (
  day date not null,
  campaign_id uuid,
  creator_id uuid,
  hour timestamptz,
  settlement_id bigint,
  transaction_id uuid,
  verdict text not null,
  reason text,
  clicks bigint not null,
  paid_micros bigint not null,
  fee_micros bigint,
  constraint dropped_sums_kind check (num_nonnulls(campaign_id, creator_id, hour, fee_micros)
    = case when settlement_id is null then 4 else 0 end)
);
create index dropped_sums_day on dropped_sums (day);
grant select on dropped_sums to fairclick_app;

-- Every judged click, or the sums of the dropped ones, for the checks of the books. Of a dropped one the
-- creator is not known.
create view counted_clicks as
select (clicked_at at time zone 'UTC')::date as day, clicked_at, creator_id, settlement_id, clicks.transaction_id,
  1::bigint as clicks, clicks.paid_micros, false as is_dropped
from clicks
union all
select day, null, null, settlement_id, transaction_id, clicks, paid_micros, true
from dropped_sums where settlement_id is not null;
grant select on counted_clicks to fairclick_app;

-- Returns the days before before_day that have a partition, sorted.
create function click_days_before(before_day date) returns setof date
  language sql stable set search_path = public, pg_temp
as $$
  select to_date(right(relname, 8), 'YYYYMMDD') as day
  from pg_inherits join pg_class on oid = inhrelid
  where inhparent = 'clicks'::regclass and relname ~ '^clicks_\d{8}$'
    and to_date(right(relname, 8), 'YYYYMMDD') < before_day
  order by day
$$;
revoke execute on function click_days_before from public;
grant execute on function click_days_before to fairclick_app;

-- Sums a day's clicks into dropped_sums and drops its partition. Returns false,
-- and changes nothing, if the day has no partition, no valid seal, or still has held clicks. Blocks writes
-- to the partition meanwhile, so that no click is lost between the sum and the drop.
create function drop_click_day(day date) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s'
as $$
declare
  name text := 'clicks_' || to_char(day, 'YYYYMMDD');
  undecided boolean;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  if to_regclass(name) is null then
    return false;
  end if;
  execute format('lock table %I in share mode', name);
  execute format('select exists (select from %I where verdict = %L)', name, 'held') into undecided;
  if undecided or not is_sealed_day(day) then
    return false;
  end if;
  execute format(
    'insert into dropped_sums (day, campaign_id, creator_id, hour, verdict, reason, clicks, paid_micros, fee_micros)
     select %L, campaign_id, creator_id, date_trunc(''hour'', clicked_at, ''UTC''), verdict, reason, count(*),
       case verdict when ''valid'' then sum(price_micros) else 0 end,
       case verdict when ''valid'' then sum(fee_micros) else 0 end
     from %I group by 2, 3, 4, 5, 6', day, name
  );
  execute format(
    'insert into dropped_sums (day, settlement_id, transaction_id, verdict, clicks, paid_micros)
     select %L, settlement_id, transaction_id(k), verdict, count(*), case verdict when ''valid'' then sum(price_micros) else 0 end
     from %I k group by 2, 3, 4', day, name
  );
  insert into dropped_days (day, dropped_at) values (drop_click_day.day, now())
  on conflict on constraint dropped_days_pkey do update set dropped_at = excluded.dropped_at;
  execute format('drop table %I', name);
  execute format('drop table if exists %I, %I', 'click_visitors_' || to_char(day, 'YYYYMMDD'),
    'click_texts_' || to_char(day, 'YYYYMMDD'));
  return true;
end
$$;
revoke execute on function drop_click_day from public;
grant execute on function drop_click_day to fairclick_app;

-- Returns the oldest UTC day that has a partition, or clicks in the default one; null without any.
create function oldest_click_day() returns date
  language sql stable security definer set search_path = public, pg_temp
as $$
  select least(
    (select min(kept.day) from click_days_before('infinity') as kept (day)),
    (select (min(clicked_at) at time zone 'UTC')::date from clicks_default)
  )
$$;
revoke execute on function oldest_click_day from public;
grant execute on function oldest_click_day to fairclick_app;

-- Drops the visitors of clicks before before_day: addresses, devices, user agents and referrers. Returns the
-- number of days. Writes no row, except those of clicks that came without a partition.
create function forget_click_visitors(before_day date) returns int
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '10s'
as $$
declare
  name text;
  forgotten int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  for name in
    select relname from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'click_visitors'::regclass and relname ~ '^click_visitors_\d{8}$'
      and right(relname, 8) < to_char(before_day, 'YYYYMMDD')
  loop
    execute format('drop table %I, %I', name, replace(name, 'visitors', 'texts'));
    forgotten := forgotten + 1;
  end loop;
  delete from click_visitors_default where clicked_at < before_day::timestamp at time zone 'UTC';
  delete from click_texts_default where clicked_at < before_day::timestamp at time zone 'UTC';
  return forgotten;
end
$$;
revoke execute on function forget_click_visitors from public;
grant execute on function forget_click_visitors to fairclick_app;

-- Counters for people who read statistics, updated by every transaction that gives a click its
-- verdict or changes it. The nil creator stands for all links of the campaign together.

-- Totals per link. Like other counters it leaves space in its pages, so that an update changes no index.
create table link_outcomes (
  campaign_id uuid not null,
  creator_id uuid not null,
  valid bigint not null default 0,
  invalid bigint not null default 0,
  held bigint not null default 0,
  unpaid bigint not null default 0,
  paid_micros bigint not null default 0,
  -- The prices of the held clicks that each counter counts, and the fees of the paid and of the held ones.
  held_micros bigint not null default 0,
  fee_micros bigint not null default 0,
  held_fee_micros bigint not null default 0,
  primary key (campaign_id, creator_id)
) with (fillfactor = 50);
create index link_outcomes_creator on link_outcomes (creator_id);
grant select, insert, update on link_outcomes to fairclick_app;

-- By quarter hours: the days of every time zone begin and end with one.
create table click_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamptz not null,
  valid bigint not null,
  invalid bigint not null,
  held bigint not null,
  unpaid bigint not null,
  paid_micros bigint not null,
  held_micros bigint not null default 0,
  fee_micros bigint not null default 0,
  held_fee_micros bigint not null default 0,
  -- The valid ones from shared addresses, on campaigns that judge these by limits of their own. As
  -- they were settled: a later decision does not change it.
  shared_valid bigint not null default 0,
  primary key (campaign_id, creator_id, starts_at)
);
-- For the proof of a day. Times grow with their place, as in ledger_transactions.
create index click_quarters_time on click_quarters using brin (starts_at) with (autosummarize = on);
grant select, insert, update on click_quarters to fairclick_app;

-- By UTC days and the values of each dimension.
create table click_days (
  campaign_id uuid not null,
  creator_id uuid not null,
  dimension text not null,
  day date not null,
  value text not null,
  valid bigint not null,
  invalid bigint not null,
  held bigint not null,
  unpaid bigint not null,
  paid_micros bigint not null,
  held_micros bigint not null default 0,
  fee_micros bigint not null default 0,
  held_fee_micros bigint not null default 0,
  primary key (campaign_id, creator_id, dimension, day, value),
  constraint click_days_dimension
    check (dimension in ('country', 'device', 'browser', 'referrer', 'reason', 'link_name'))
) with (fillfactor = 70);
create index click_days_day on click_days using brin (day) with (autosummarize = on);
grant select, insert, update on click_days to fairclick_app;

-- The hosts that a campaign's statistics show by name. Their number is limited, because a program
-- can invent any number of hosts.
create table campaign_referrers (
  campaign_id uuid not null,
  host text not null,
  primary key (campaign_id, host)
);
grant select, insert on campaign_referrers to fairclick_app;

-- Every judged click, or the sums of the dropped ones, by the dimensions of the counters above. Of a
-- dropped day only the hour is known, and no dimension but the reason.
create view counted_visits as
select campaign_id, creator_id, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at,
  (clicked_at at time zone 'UTC')::date as day, verdict, reason, country, device_class, browser, referrer_host,
  1::bigint as clicks, price_micros as micros, fee_micros, link_name, clicked_at, false as is_dropped
from clicks
union all
select campaign_id, creator_id, hour, (hour at time zone 'UTC')::date, verdict, reason, null, null, null,
  null, clicks, paid_micros, fee_micros, null, null, true
from dropped_sums where settlement_id is null;
grant select on counted_visits to fairclick_app;

-- Loads of a creator's embed, by quarter hours. Click-through rates are measured against them.
create table impression_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamptz not null,
  impressions bigint not null,
  primary key (campaign_id, creator_id, starts_at),
  constraint impression_quarters_positive check (impressions > 0)
);
grant select, insert, update on impression_quarters to fairclick_app;

-- Impressions per link over all time, for screens that show only the total: a busy campaign has
-- hundreds of thousands of quarters. Updated only by the triggers on impression_quarters.
create table impression_totals (
  campaign_id uuid not null,
  creator_id uuid not null,
  impressions bigint not null,
  primary key (campaign_id, creator_id),
  constraint impression_totals_positive check (impressions > 0)
);
grant select on impression_totals to fairclick_app;

create function total_impressions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into impression_totals as total (campaign_id, creator_id, impressions)
    select campaign_id, creator_id, sum(impressions) from fresh
    where creator_id <> '00000000-0000-0000-0000-000000000000' group by 1, 2 order by 1, 2
    on conflict (campaign_id, creator_id) do update set impressions = total.impressions + excluded.impressions;
  else
    update impression_totals total set impressions = total.impressions + more.impressions
    from (
      select f.campaign_id, f.creator_id, sum(f.impressions - s.impressions) as impressions
      from fresh f join stale s using (campaign_id, creator_id, starts_at) group by 1, 2
    ) more
    where total.campaign_id = more.campaign_id and total.creator_id = more.creator_id;
  end if;
  return null;
end
$$;
create trigger impressions_counted after insert on impression_quarters
  referencing new table as fresh for each statement execute function total_impressions();
create trigger impressions_added after update on impression_quarters
  referencing old table as stale new table as fresh for each statement execute function total_impressions();

-- What speaks against whole links, and what operators decided about it.
create table link_findings (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  creator_id uuid not null references users,
  -- The judged period, and what its paid clicks had brought at the last judgement: distinct players,
  -- beside those of the campaign's other creators.
  from_at timestamptz not null,
  to_at timestamptz not null,
  clicks int not null,
  players int not null,
  usual_players int not null,
  other_clicks int not null,
  other_players int not null,
  probability float8 not null,
  -- A certain finding does not lapse.
  is_certain boolean not null,
  -- The clicks that the players do not explain, and what they were paid: only this waits.
  unexplained int not null,
  waiting_micros bigint not null,
  found_at timestamptz not null,
  -- cleared: by an operator; lapsed: nobody decided in time; explained: players came later; confirmed:
  -- its newest clicks without a player become invalid, as many as are unexplained.
  state text not null default 'open',
  closed_at timestamptz,
  closed_by uuid references operators,
  -- When the last click was decided as the state says.
  finished_at timestamptz,
  -- What the creator says about it, once.
  explanation text,
  explained_at timestamptz,
  constraint link_findings_figures check (
    least(clicks, players, usual_players, other_clicks, other_players, unexplained, waiting_micros) >= 0
    and unexplained <= clicks
  ),
  constraint link_findings_state check (
    (state = 'open' and num_nonnulls(closed_at, closed_by, finished_at) = 0)
    or (state in ('lapsed', 'explained') and closed_at is not null and closed_by is null)
    or (state in ('cleared', 'confirmed') and num_nulls(closed_at, closed_by) = 0)
  ),
  constraint link_findings_explained check ((explanation is null) = (explained_at is null))
);
create unique index link_findings_one_open on link_findings (campaign_id, creator_id) where state = 'open';
create index link_findings_link on link_findings (campaign_id, creator_id, closed_at);
create index link_findings_creator on link_findings (creator_id);
create index link_findings_state on link_findings (state, id);
create index link_findings_unfinished on link_findings (id) where finished_at is null;
grant select, insert, update on link_findings to fairclick_app;

-- What is odd about creators, links and networks, computed every hour for operators; it decides nothing.
create table suspects (
  kind text not null,
  -- The id of the creator, the code of the link, or the network.
  key text not null,
  campaign_id uuid,
  creator_id uuid,
  -- Of a link: its paid and held clicks of all time when it was measured, and what was measured.
  seen bigint,
  measured jsonb,
  measured_at timestamptz,
  -- Null until it is judged; a link that is measured again is judged again.
  judged_at timestamptz,
  oddity float8 not null default 0,
  -- Paid and held micros by creator: [{"id", "paid", "held"}].
  shares jsonb not null default '[]',
  -- Oddity times the part of the shares that has not left yet.
  risk_micros bigint not null default 0,
  found jsonb,
  primary key (kind, key),
  constraint suspects_kind check (kind in ('creator', 'link', 'network')),
  constraint suspects_oddity check (oddity between 0 and 1)
);
create index suspects_risk on suspects (risk_micros desc) where risk_micros > 0;
create index suspects_link on suspects (campaign_id, creator_id) where kind = 'link';
create index suspects_creator on suspects (creator_id);
grant select, insert, update, delete on suspects to fairclick_app;

-- The policies that judge clicks. A row never changes: a new version replaces an older one from its
-- `active_from` on, and each click names the version that judged it.
create table policy_versions (
  version integer primary key,
  -- Version of the rules in the release that stored it: only processes with these rules judge by it.
  rules_version integer not null,
  origin text not null,
  active_from timestamptz not null,
  policy jsonb not null,
  -- The values that differ from the release's: a later release keeps them.
  edits jsonb not null,
  reason text not null,
  -- Null for versions that a release brought.
  created_by uuid references operators,
  created_at timestamptz not null,
  constraint policy_versions_number check (version between 1 and 32767 and rules_version between 1 and version),
  constraint policy_versions_origin check (origin in ('release', 'apply')),
  constraint policy_versions_operator check ((origin = 'release') = (created_by is null)),
  constraint policy_versions_lengths check (
    length(reason) <= 500 and length(policy::text) <= 10000 and length(edits::text) <= 10000
  )
);
grant select, insert on policy_versions to fairclick_app;

-- What each operator took back from creators, to limit what one of them can take back in a day.
create table reversal_sums (
  id uuid primary key,
  operator_id uuid not null references operators,
  at timestamptz not null,
  micros bigint not null,
  constraint reversal_sums_positive check (micros > 0)
);
create index reversal_sums_operator on reversal_sums (operator_id, at);
grant select, insert on reversal_sums to fairclick_app;

-- Conversions: what visitors do in the games after a click, as developers report it.

-- Keys with which a developer's servers report. Stores only the SHA-256: a reader of this table
-- cannot report anything.
create table campaign_keys (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- When it was revoked; null for a key that works.
  ends_at timestamptz,
  -- The last report of a test click, which shows developers that their set-up works.
  tested_at timestamptz,
  tested_event text,
  constraint campaign_keys_hash_length check (octet_length(token_hash) = 32),
  constraint campaign_keys_tested check ((tested_at is null) = (tested_event is null))
);
create unique index campaign_keys_hash on campaign_keys (token_hash);
create index campaign_keys_campaign on campaign_keys (campaign_id, created_at);
grant select, insert, update on campaign_keys to fairclick_app;

-- The events that followed a click, each at most once per click.
create table conversions (
  click_id uuid not null,
  event text not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  clicked_at timestamptz not null,
  -- When the event happened, and when its report arrived.
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  value_micros bigint,
  -- Follows the click's verdict: waiting while it is pending, held, counted if it is valid, else off.
  state text not null default 'waiting',
  primary key (click_id, event),
  constraint conversions_state check (state in ('waiting', 'held', 'counted', 'off')),
  constraint conversions_value_not_negative check (value_micros >= 0)
);
create index conversions_waiting on conversions (click_id) where state = 'waiting';
create index conversions_uncounted on conversions (campaign_id, creator_id, state)
  where state in ('waiting', 'held');
-- Operators read them latest first: all, of a campaign, of a creator.
create index conversions_received on conversions (received_at desc, click_id desc, event desc);
create index conversions_of_campaign on conversions (campaign_id, received_at desc, click_id desc, event desc);
create index conversions_of_creator on conversions (creator_id, received_at desc, click_id desc, event desc);
grant select, insert (click_id, event, campaign_id, creator_id, clicked_at, happened_at,
  value_micros), update (state) on conversions to fairclick_app;

-- Counted conversions per link and event, by the UTC day of the click.
create table conversion_counts (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  click_day date not null,
  conversions bigint not null,
  value_micros bigint not null,
  primary key (campaign_id, creator_id, event, click_day),
  constraint conversion_counts_not_negative check (conversions >= 0 and value_micros >= 0)
);
grant select on conversion_counts to fairclick_app;

-- Counted conversions by quarter hours of the click, as clicks are counted, so that a rate compares
-- like with like. The nil creator stands for all links of the campaign together.
create table conversion_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  starts_at timestamptz not null,
  conversions bigint not null,
  value_micros bigint not null,
  primary key (campaign_id, creator_id, event, starts_at),
  constraint conversion_quarters_not_negative check (conversions >= 0 and value_micros >= 0)
);
grant select on conversion_quarters to fairclick_app;

-- Updates both counters. A conversion is inserted uncounted, so every change of the counts is an
-- update of the conversion. Counters are locked in the order of their keys, so that two transactions
-- never deadlock.
create function count_conversions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  change record;
begin
  for change in
    select campaign_id, creator_id, event, (clicked_at at time zone 'UTC')::date as click_day,
      sum(sign) as conversions, sum(sign * coalesce(value_micros, 0)) as value_micros
    from (
      select *, 1 as sign from fresh where state = 'counted'
      union all
      select *, -1 from stale where state = 'counted'
    ) changes
    group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4
  loop
    update conversion_counts c
    set conversions = c.conversions + change.conversions, value_micros = c.value_micros + change.value_micros
    where c.campaign_id = change.campaign_id and c.creator_id = change.creator_id
      and c.event = change.event and c.click_day = change.click_day;
    continue when found;
    insert into conversion_counts as c (campaign_id, creator_id, event, click_day, conversions, value_micros)
    values (change.campaign_id, change.creator_id, change.event, change.click_day, change.conversions, change.value_micros)
    on conflict (campaign_id, creator_id, event, click_day) do update
    set conversions = c.conversions + excluded.conversions, value_micros = c.value_micros + excluded.value_micros;
  end loop;
  for change in
    select campaign_id, coalesce(creator_id, '00000000-0000-0000-0000-000000000000') as creator_id, event, starts_at,
      sum(sign) as conversions, sum(sign * coalesce(value_micros, 0)) as value_micros
    from (
      select *, 1 as sign, date_bin('15 minutes', clicked_at, '2000-01-01Z') as starts_at
      from fresh where state = 'counted'
      union all
      select *, -1, date_bin('15 minutes', clicked_at, '2000-01-01Z') from stale where state = 'counted'
    ) changes
    group by grouping sets ((campaign_id, creator_id, event, starts_at), (campaign_id, event, starts_at))
    having sum(sign) <> 0 order by 1, 2, 3, 4
  loop
    update conversion_quarters c
    set conversions = c.conversions + change.conversions, value_micros = c.value_micros + change.value_micros
    where c.campaign_id = change.campaign_id and c.creator_id = change.creator_id
      and c.event = change.event and c.starts_at = change.starts_at;
    continue when found;
    insert into conversion_quarters as c (campaign_id, creator_id, event, starts_at, conversions, value_micros)
    values (change.campaign_id, change.creator_id, change.event, change.starts_at, change.conversions, change.value_micros)
    on conflict (campaign_id, creator_id, event, starts_at) do update
    set conversions = c.conversions + excluded.conversions, value_micros = c.value_micros + excluded.value_micros;
  end loop;
  return null;
end
$$;
create trigger conversions_count after update on conversions
  referencing old table as stale new table as fresh
  for each statement execute function count_conversions();

create function conversion_state(verdict text) returns text
  language sql immutable parallel safe
return case verdict when 'valid' then 'counted' when 'held' then 'held' when 'pending' then 'waiting' else 'off' end;

-- A judged click whose verdict changes (an operator decides or reverses it) changes the state of its
-- conversions in the same transaction.
create function follow_verdict() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update conversions set state = conversion_state(new.verdict)
  where click_id = new.id and state <> conversion_state(new.verdict);
  return null;
end
$$;
create trigger clicks_verdict_changed after update of verdict on clicks
  for each row when (old.verdict is distinct from new.verdict) execute function follow_verdict();

-- The state that each waiting conversion of a judged click must get; of all clicks if `asked` is
-- null. Locks the clicks: a transaction that changes a verdict may have looked for conversions
-- already, so a conversion inserted since must wait for it and follow the new verdict.
create function judged_conversions(asked uuid[])
  returns table (click_id uuid, event text, state text)
  language sql security definer
  set search_path = public, pg_temp
as $$
  select w.click_id, w.event, k.state
  from (
    select click_id, event, clicked_at from conversions
    where state = 'waiting' and (asked is null or click_id = any (asked))
    order by click_id, event
  ) w
  cross join lateral (
    select conversion_state(c.verdict) as state from clicks c
    where c.id = w.click_id and c.clicked_at = w.clicked_at
    for share
  ) k
$$;
revoke execute on function judged_conversions from public;
grant execute on function judged_conversions to fairclick_app;

-- Players that games report, and how often each rule refuses clicks of people who come back.

-- One row per click that brought a player into the game.
create table players (
  click_id uuid primary key,
  clicked_at timestamptz not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  -- A keyed hash of the campaign and the game's own id of the player.
  player bytea not null,
  joined_at timestamptz not null,
  -- When the player came back on a later day; null if no game has reported it.
  returned_at timestamptz,
  -- The rule that refused the click when it was judged, or '' if it was accepted; null until the
  -- row is counted.
  judged_as text,
  -- A player counts once per campaign, with one click.
  is_counted boolean not null default false,
  return_seen boolean not null default false,
  -- What became of a refused click whose player came back; null while that is open.
  outcome text,
  -- When to try the payment next; null if there is nothing to try.
  try_at timestamptz,
  constraint players_player_length check (octet_length(player) = 16),
  constraint players_counted check (judged_as is not null or not (is_counted or return_seen)),
  constraint players_returned check (returned_at is not null or (not return_seen and try_at is null))
);
create unique index players_counted_once on players (campaign_id, player) where is_counted;
create index players_player on players (campaign_id, player);
create index players_unjudged on players (joined_at, click_id) where judged_as is null;
create index players_unseen_return on players (returned_at, click_id)
  where returned_at is not null and not return_seen and judged_as is not null;
create index players_due on players (try_at, campaign_id) where try_at is not null;
create index players_clicked on players (clicked_at);
grant select, insert, update, delete on players to fairclick_app;

-- What the figures of the rules are measured from, per link, by the UTC day of the click and by the rule
-- that refused it ('' if it was accepted).
create table rule_days (
  campaign_id uuid not null,
  creator_id uuid not null,
  judged_as text not null,
  day date not null,
  -- Counted players.
  joined bigint not null default 0,
  returned bigint not null default 0,
  -- Clicks that were approved later. The statistics count them as valid, the figures of the rule still
  -- count them as refused.
  cleared bigint not null default 0,
  primary key (campaign_id, creator_id, judged_as, day),
  constraint rule_days_returned check (returned between 0 and joined)
);
create index rule_days_day on rule_days (campaign_id, day);
grant select, insert, update on rule_days to fairclick_app;

-- The published figures of each rule, replaced whole whenever they are measured.
create table rule_trials (
  signal text primary key,
  clicks bigint not null,
  joined bigint not null,
  returned bigint not null,
  -- Accepted clicks of the same links.
  accepted_clicks bigint not null,
  accepted_joined bigint not null,
  accepted_returned bigint not null,
  developers int not null,
  -- The same without the developer whose games report the most returns.
  others_clicks bigint not null,
  others_returned bigint not null,
  from_day date not null,
  to_day date not null,
  measured_at timestamptz not null
);
grant select, insert, update, delete on rule_trials to fairclick_app;

-- How many accepted clicks of a campaign became players, beside the median of its first genre.
create table campaign_join_rates (
  campaign_id uuid primary key references campaigns,
  clicks bigint not null,
  joined bigint not null,
  -- Null if too few campaigns of the genre report players.
  genre_rate float8,
  is_far_below boolean not null,
  measured_at timestamptz not null
);
grant select, insert, update, delete on campaign_join_rates to fairclick_app;

-- Money: the ledger, deposits, withdrawals and refunds.

-- Double entry, append-only. Positive micros are owed to the account's owner. Every transaction
-- sums to zero. Only a posted entry moves a balance: the application may insert entries and has no
-- right to update a balance, an entry or a transaction.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The user or the campaign; null for the platform's own accounts.
  owner_id uuid,
  -- The platform's accounts have no limits to guard, so each is spread over several rows: concurrent
  -- postings then do not wait for the same lock.
  shard smallint not null default 0,
  balance_micros bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint ledger_accounts_one_each unique nulls not distinct (kind, owner_id, shard),
  constraint ledger_accounts_kind check (
    (kind in ('wallet', 'earnings', 'in_transit', 'escrow', 'debt', 'recoverable')
      and owner_id is not null and shard = 0)
    or (kind in ('stripe_clearing', 'losses', 'fees', 'stripe_fees') and owner_id is null)
  ),
  constraint ledger_balance_not_negative check (
    kind not in ('wallet', 'earnings', 'in_transit', 'escrow', 'recoverable') or balance_micros >= 0
  ),
  -- What a creator owes because clicks were reversed after their pay was spent. The balance is what
  -- the creator is owed, so it is never above zero; later earnings repay it (kind debt_payment). What
  -- the debts to a developer's campaigns will bring is recoverable: no money yet, so it has no lots.
  constraint ledger_debt_not_positive check (kind <> 'debt' or balance_micros <= 0)
) with (fillfactor = 50);
create index ledger_accounts_owner on ledger_accounts (owner_id);
-- An account opens with a balance of zero, and only the trigger on ledger_entries changes a balance:
-- the table's owner cannot update it directly either.
create trigger ledger_accounts_open_empty before insert on ledger_accounts
  for each row when (new.balance_micros <> 0) execute function refuse_change();
create trigger ledger_accounts_posted_only before update or delete on ledger_accounts
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts
  for each statement execute function refuse_change();
grant select, insert (kind, owner_id) on ledger_accounts to fairclick_app;

insert into ledger_accounts (kind, owner_id, shard)
select kind, null, shard
from unnest(array['stripe_clearing', 'losses', 'fees', 'stripe_fees']) kind, generate_series(0, 15) shard;

create table ledger_transactions (
  id uuid primary key,
  kind text not null,
  idempotency_key text not null,
  -- The deposit, campaign, withdrawal or settlement that caused it.
  reference text,
  memo text,
  reverses uuid references ledger_transactions,
  -- The UTC day of all clicks that a settlement pays by it.
  click_day date,
  created_at timestamptz not null default now(),
  created_xid xid8 not null default pg_current_xact_id(),
  constraint ledger_transactions_idempotency_key unique (idempotency_key),
  constraint ledger_transactions_reversed_once unique (reverses),
  constraint ledger_transactions_reversal check ((kind = 'reversal') = (reverses is not null)),
  -- A reversal is the exact opposite of one transaction. A click_reversal reverses some clicks of one
  -- campaign, whichever transactions paid them. A loss_payment moves from a wallet to the losses what
  -- a refund or dispute of the same user's deposits had cost beyond the wallet; a negative one
  -- returns it when the claim is undone. A stripe_fee is what Stripe charged for one of its balance
  -- transactions; a negative one was returned. An earnings_spent moves earnings to the same user's
  -- wallet, with their lots.
  constraint ledger_transactions_kind check (kind in (
    'deposit', 'reserve', 'click_payout', 'release', 'withdrawal', 'withdrawal_paid',
    'withdrawal_failed', 'refund', 'dispute', 'reversal', 'click_reversal', 'debt_payment',
    'loss_payment', 'stripe_fee', 'earnings_spent'
  ))
);
create index ledger_transactions_reference on ledger_transactions (reference);
-- For the proof of payments and budgets: all but the payouts of clicks, which are far more.
create index ledger_transactions_movements on ledger_transactions (kind) where kind <> 'click_payout';
create index ledger_transactions_corrections on ledger_transactions (id)
  where kind in ('reversal', 'click_reversal', 'debt_payment');
-- The report of a month reads the transactions since the month began. Their times grow with their
-- place, so a range of blocks is enough of an index and costs settlement nothing.
create index ledger_transactions_time on ledger_transactions using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);
create index ledger_transactions_click_day on ledger_transactions using brin (click_day)
  with (pages_per_range = 32, autosummarize = on);
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_transactions_no_truncate before truncate on ledger_transactions
  for each statement execute function refuse_change();
grant select, insert (id, kind, idempotency_key, reference, memo, reverses, click_day)
  on ledger_transactions to fairclick_app;

create table ledger_entries (
  transaction_id uuid not null,
  account_id bigint not null,
  micros bigint not null,
  -- Of a click payout: the number of clicks, and the price of each.
  quantity bigint,
  unit_micros bigint,
  primary key (transaction_id, account_id),
  constraint ledger_entries_not_zero check (micros <> 0),
  constraint ledger_entries_itemised check (
    (quantity is null and unit_micros is null) or (quantity > 0 and abs(micros) = quantity * unit_micros)
  )
);
create index ledger_entries_account on ledger_entries (account_id, transaction_id);
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();
grant select, insert on ledger_entries to fairclick_app;

-- The order in which accounts are locked: that in which a transaction with several steps needs them.
-- Settlement pays clicks from escrows to earnings, and debts from earnings to developers' wallets.
create function ledger_lock_rank(kind text) returns int language sql immutable as $$
  select coalesce(array_position('{escrow,earnings,in_transit,debt,recoverable,wallet}', kind), 7)
$$;

-- Applies a statement's entries to their balances. Locks are taken in the order of ledger_lock_rank, then
-- of account ids, so two postings can wait for one another but never deadlock. Sequential scans are disabled because
-- Postgres would otherwise keep a plan made while the table was empty. Nested loops are enabled
-- because settlement disables them for its session, and the lookups here need them.
create function ledger_apply_entries() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_nestloop = on
as $$
declare
  transaction_ids uuid[];
  account_ids bigint[];
  deltas bigint[];
  affected int;
begin
  select array_agg(distinct transaction_id) into transaction_ids from fresh;
  if transaction_ids is null then
    return null;
  end if;

  -- Each statement balances by itself, so that no moment of a transaction is worth anything.
  if exists (select 1 from fresh group by transaction_id having sum(micros) <> 0) then
    raise exception 'ledger: entries do not sum to zero'
      using errcode = '23514', constraint = 'ledger_transaction_balanced';
  end if;

  select count(*) into affected from ledger_transactions t
  where t.id = any (transaction_ids) and t.created_xid = pg_current_xact_id();
  if affected <> cardinality(transaction_ids) then
    raise exception 'ledger: entries for an unknown or closed transaction'
      using errcode = '23514', constraint = 'ledger_transaction_open';
  end if;

  select array_agg(account_id order by account_id), array_agg(delta order by account_id)
  into account_ids, deltas
  from (select account_id, sum(micros)::bigint as delta from fresh group by account_id) sums;

  perform 1 from ledger_accounts a where a.id = any (account_ids)
  order by ledger_lock_rank(a.kind), a.id for no key update;
  update ledger_accounts a set balance_micros = a.balance_micros + d.delta
  from unnest(account_ids, deltas) as d (id, delta) where a.id = d.id;
  get diagnostics affected = row_count;
  if affected <> cardinality(account_ids) then
    raise exception 'ledger: entry for an unknown account'
      using errcode = '23514', constraint = 'ledger_account_known';
  end if;
  return null;
end
$$;
create trigger ledger_apply_entries after insert on ledger_entries
  referencing new table as fresh for each statement execute function ledger_apply_entries();

-- At commit, every transaction has at least two entries and sums to zero.
create function ledger_check_balanced() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  total numeric;
  lines int;
begin
  select coalesce(sum(micros), 0), count(*) into total, lines
  from ledger_entries where transaction_id = new.id;
  if total <> 0 or lines < 2 then
    raise exception 'ledger: transaction % does not sum to zero', new.id
      using errcode = '23514', constraint = 'ledger_transaction_balanced';
  end if;
  return null;
end
$$;

create constraint trigger ledger_check_balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_balanced();

-- Locks accounts for the application, which has no right to update them and so cannot lock them
-- itself. Takes the locks in the order in which postings do.
create function ledger_lock_accounts(kinds text[], owner_ids uuid[])
  returns table (id bigint, kind text, owner_id uuid, balance_micros bigint)
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  select a.id, a.kind, a.owner_id, a.balance_micros
  from unnest(kinds, owner_ids) as wanted (kind, owner_id)
  join ledger_accounts a on a.kind = wanted.kind and a.owner_id = wanted.owner_id
  order by ledger_lock_rank(a.kind), a.id for no key update of a
$$;
revoke execute on function ledger_lock_accounts from public;
grant execute on function ledger_lock_accounts to fairclick_app;

-- Money that enters and leaves through Stripe.
create table deposits (
  id uuid primary key,
  user_id uuid not null references users,
  amount_micros bigint not null,
  status text not null default 'pending',
  -- Chosen by the client: a request that is sent twice makes one deposit.
  request_id uuid,
  checkout_session_id text,
  payment_intent_id text,
  failure_reason text,
  created_at timestamptz not null default now(),
  -- When Stripe was last queried because no webhook had arrived.
  checked_at timestamptz,
  completed_at timestamptz,
  -- The card that paid a deposit, as Stripe names it; null if the deposit was not paid by card. The
  -- fingerprint is the same for every payment with one card number.
  card_fingerprint text,
  card_brand text,
  card_last4 text,
  -- When the card network reported the payment as fraud, which may come before a dispute or without one.
  fraud_reported_at timestamptz,
  -- What Stripe charged for the payment. It keeps it if the payment is refunded. Null if it is not known.
  stripe_fee_micros bigint,
  -- The invoice that Checkout creates for a payment; null if the deposit is not paid.
  invoice_id text,
  -- A deposit can be made for a campaign: the transaction that credits it also adds `added_micros` to the
  -- campaign's budget or, without it, funds the campaign and launches it.
  campaign_id uuid references campaigns,
  added_micros bigint,
  funded_at timestamptz,
  -- Why the campaign was not funded; the money stays in the wallet.
  funding_refusal text,
  constraint deposits_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint deposits_stripe_fee check (stripe_fee_micros >= 0),
  constraint deposits_status check (
    (status = 'pending' and completed_at is null and failure_reason is null)
    or (status = 'completed' and completed_at is not null and failure_reason is null
      and checkout_session_id is not null)
    or (status = 'failed' and completed_at is null and failure_reason is not null)
  ),
  constraint deposits_request_taken unique (user_id, request_id),
  constraint deposits_session_taken unique (checkout_session_id),
  constraint deposits_payment_taken unique (payment_intent_id),
  constraint deposits_added check (campaign_id is not null and added_micros > 0 or added_micros is null),
  constraint deposits_funding check (
    num_nonnulls(funded_at, funding_refusal) = 0
    or (campaign_id is not null and status = 'completed'
      and num_nonnulls(funded_at, funding_refusal) = 1))
);
create index deposits_user on deposits (user_id, created_at desc);
create index deposits_open on deposits (created_at) where status = 'pending';
create index deposits_card on deposits (card_fingerprint) where card_fingerprint is not null;
grant select, insert, update on deposits to fairclick_app;

-- The status agrees with the postings: pending is money in transit, completed is money that Stripe
-- has transferred, failed is money that returned to the earnings.
create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  amount_micros bigint not null,
  status text not null default 'pending',
  request_id uuid,
  -- Incremented only after a definite rejection by Stripe: part of the idempotency keys.
  attempt int not null default 1,
  stripe_account_id text not null,
  transfer_id text,
  payout_id text,
  -- The total of the transfer that Stripe has reversed.
  returned_micros bigint not null default 0,
  failure_reason text,
  requested_at timestamptz not null default now(),
  -- Set before the transfer is requested from Stripe, cleared by a definite rejection: while it is
  -- set, the outcome may be unknown.
  sending_at timestamptz,
  -- Not to be processed before this moment: a worker holds it, or Stripe is to be retried later.
  retry_at timestamptz,
  completed_at timestamptz,
  -- When Stripe was last queried about the payout because no webhook had arrived: a payout can fail
  -- days after it was made.
  payout_checked_at timestamptz,
  -- A withdrawal that an operator holds is not sent.
  held_at timestamptz,
  hold_reason text,
  -- What keeps stolen money from reaching a bank: why and how long a withdrawal waits, the banks of
  -- payout accounts, and where depositors were signed in.
  -- The kinds of reasons for a hold that the rules set; null if an operator set it. `hold_until` is when
  -- it ends by itself if `unproved` is the only kind, and else by when an operator is to decide; null if
  -- there is no such time.
  hold_kinds text[],
  hold_until timestamptz,
  -- The currency of the payout account. Stripe converts the dollars of the transfer into it.
  currency text not null default 'usd',
  -- True: the withdrawal is sent once the owner's address is confirmed. False on servers without mail.
  needs_confirmed_email boolean not null default false,
  constraint withdrawals_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint withdrawals_returned check (
    returned_micros >= 0 and returned_micros <= amount_micros
    and (returned_micros = 0 or transfer_id is not null)
    and (returned_micros < amount_micros or status = 'failed')
  ),
  constraint withdrawals_status check (
    (status = 'pending' and transfer_id is null and completed_at is null and failure_reason is null)
    or (status = 'completed' and transfer_id is not null and completed_at is not null)
    or (status = 'failed' and failure_reason is not null)
  ),
  constraint withdrawals_held check ((held_at is null) = (hold_reason is null)),
  constraint withdrawals_request_taken unique (user_id, request_id),
  constraint withdrawals_hold_kinds check (
    (hold_kinds is null or held_at is not null) and (hold_until is null or hold_kinds is not null)
  ),
  constraint withdrawals_currency check (currency ~ '^[a-z]{3}$')
);
create unique index withdrawals_one_pending on withdrawals (user_id) where status = 'pending';
create unique index withdrawals_transfer_taken on withdrawals (transfer_id);
create unique index withdrawals_payout_taken on withdrawals (payout_id);
create index withdrawals_user on withdrawals (user_id, requested_at desc);
create index withdrawals_newest on withdrawals (requested_at desc, id desc);
create index withdrawals_on_hold on withdrawals (requested_at desc, id desc) where held_at is not null;
create index withdrawals_open on withdrawals (requested_at) where status = 'pending';
create index withdrawals_without_payout on withdrawals (completed_at)
  where status = 'completed' and payout_id is null;
create index withdrawals_paid_out on withdrawals (completed_at)
  where status = 'completed' and payout_id is not null;
create index withdrawals_resuming on withdrawals (hold_until) where hold_kinds = '{unproved}';
create index withdrawals_account on withdrawals (stripe_account_id);
grant select, insert, update on withdrawals to fairclick_app;

-- Webhook events. Processed ones are deleted once Stripe can no longer deliver them again.
create table stripe_events (
  id text primary key,
  account text,
  type text not null,
  created_at timestamptz not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Set in the transaction that has the event's effect, never before it.
  processed_at timestamptz,
  -- When the last attempt failed; the error says why.
  parked_at timestamptz,
  error text
);
create index stripe_events_open on stripe_events (received_at) where processed_at is null and parked_at is null;
create index stripe_events_parked on stripe_events (parked_at) where parked_at is not null;
create index stripe_events_processed on stripe_events (processed_at) where processed_at is not null;
grant select, insert, update, delete on stripe_events to fairclick_app;

-- Lots: from which deposit each cent comes. Every deposit is a lot. Wallets, escrows, earnings and
-- money in transit hold lots; each posting moves them, so no caller can forget them.
create table ledger_lots (
  -- The deposit's transaction. The nil id is the platform's own money: it has no deposit and comes
  -- from the losses and the fees.
  id uuid primary key,
  -- The deposit.
  reference text,
  created_at timestamptz not null default now(),
  -- What makes the payment safe before it is old; null if nothing does.
  proved_by text,
  -- Until when its money cannot leave: infinity while the payment is disputed; null if it is not.
  frozen_until timestamptz,
  constraint ledger_lots_one_per_deposit unique (reference),
  constraint ledger_lots_proved_by check (proved_by in ('three_d_secure', 'known_card'))
);
grant select, update (proved_by, frozen_until) on ledger_lots to fairclick_app;

insert into ledger_lots (id) values ('00000000-0000-0000-0000-000000000000');

-- What an account holds of each lot. The sum is the account's balance.
create table ledger_lot_balances (
  account_id bigint not null references ledger_accounts,
  lot_id uuid not null references ledger_lots,
  micros bigint not null,
  primary key (account_id, lot_id),
  constraint ledger_lot_balance_not_negative check (micros >= 0)
) with (fillfactor = 50);
create index ledger_lot_balances_lot on ledger_lot_balances (lot_id);
create trigger ledger_lot_balances_moved_only before insert or update or delete on ledger_lot_balances
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_lot_balances_no_truncate before truncate on ledger_lot_balances
  for each statement execute function refuse_change();
grant select on ledger_lot_balances to fairclick_app;

-- Each entry, split by lot. Every transaction sums to zero in every lot.
create table ledger_lot_entries (
  transaction_id uuid not null,
  account_id bigint not null,
  lot_id uuid not null,
  micros bigint not null,
  primary key (transaction_id, account_id, lot_id),
  constraint ledger_lot_entries_not_zero check (micros <> 0)
);
create index ledger_lot_entries_account on ledger_lot_entries (account_id, lot_id, transaction_id);
create index ledger_lot_entries_lot on ledger_lot_entries (lot_id, transaction_id);
create trigger ledger_lot_entries_append_only before update or delete on ledger_lot_entries
  for each row execute function refuse_change();
create trigger ledger_lot_entries_no_truncate before truncate on ledger_lot_entries
  for each statement execute function refuse_change();
grant select on ledger_lot_entries to fairclick_app;

-- What the entries of the first transactions moved, per account and lot: they were proved, nobody can add to
-- them, and the hourly proof does not read them again. Sums that are zero are left out.
create table sealed_lots (
  account_id bigint not null,
  lot_id uuid not null,
  micros bigint not null,
  primary key (account_id, lot_id)
);
grant select on sealed_lots to fairclick_app;

create function seal_ledger(upto timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  since timestamptz;
begin
  select ledger_sealed_to into since from marketplace for update;
  if upto <= since or upto > now() - interval '10 minutes' then
    return;
  end if;
  insert into sealed_lots as kept
  select e.account_id, e.lot_id, sum(e.micros)
  from ledger_transactions t join ledger_lot_entries e on e.transaction_id = t.id
  where t.created_at >= since and t.created_at < upto group by 1, 2 having sum(e.micros) <> 0
  on conflict (account_id, lot_id) do update set micros = kept.micros + excluded.micros;
  delete from sealed_lots where micros = 0;
  update marketplace set ledger_sealed_to = upto;
end
$$;
revoke execute on function seal_ledger from public;
grant execute on function seal_ledger to fairclick_app;

-- Moves lots along with a statement's entries; `ledger_apply_entries` runs first and holds the locks
-- of all their accounts. A debited account gives its lots first in, first out; proved lots go before
-- the others and disputed ones last. These go first:
--   of a refund or dispute, the lot of its deposit;
--   of a reversal, the lots that the account that gets the money back had before.
-- Credited accounts take what was given, in the order of account ids.
-- Money from an account without lots is a new lot (a deposit), the lots that left before (a returned
-- withdrawal, a reversed refund), or the platform's own.
create function ledger_move_lots() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_nestloop = on
as $$
declare
  platform constant uuid := '00000000-0000-0000-0000-000000000000';
  uncovered uuid;
begin
  insert into ledger_lots (id, reference)
  select t.id, t.reference from ledger_transactions t
  where t.id in (select transaction_id from fresh) and t.kind = 'deposit'
  on conflict (id) do nothing;

  with posted as materialized (
    select f.transaction_id, f.account_id, f.micros, t.kind, t.reference, t.reverses,
      a.kind in ('wallet', 'escrow', 'earnings', 'in_transit') as carries
    from fresh f
    join ledger_transactions t on t.id = f.transaction_id
    join ledger_accounts a on a.id = f.account_id
  ),
  -- Several transactions of one statement may debit an account: each starts where the last one ended.
  debits as (
    select *, sum(-micros) over debited + micros as starts, sum(-micros) over debited as ends
    from posted where micros < 0 and carries
    window debited as (partition by account_id order by transaction_id)
  ),
  taken as (
    select d.transaction_id, d.account_id, l.lot_id, l.place,
      least(l.ends, d.ends) - greatest(l.starts, d.starts) as micros
    from debits d
    cross join lateral (
      select b.lot_id, row_number() over lots as place,
        sum(b.micros) over lots as ends, sum(b.micros) over lots - b.micros as starts
      from ledger_lot_balances b
      join ledger_lots k on k.id = b.lot_id
      where b.account_id = d.account_id
      window lots as (order by
        d.kind in ('refund', 'dispute') and k.reference is not distinct from d.reference desc,
        d.kind in ('reversal', 'click_reversal') and exists (
          select from posted p
          join ledger_lot_entries e on e.account_id = p.account_id and e.lot_id = b.lot_id
          where p.transaction_id = d.transaction_id and p.micros > 0 and p.carries
        ) desc,
        coalesce(k.frozen_until > now(), false), k.proved_by is null, k.created_at, k.id
      )
    ) l
    where l.starts < d.ends and l.ends > d.starts
  ),
  -- Debits of accounts without lots: money that enters.
  entering as (
    select *, sum(-micros) over entered + micros as starts, sum(-micros) over entered as ends
    from posted where micros < 0 and not carries
    window entered as (partition by transaction_id order by account_id)
  ),
  -- Lots that left with an earlier transaction, less what came back since.
  departed as (
    select p.transaction_id, e.lot_id, a.kind in ('wallet', 'escrow', 'earnings', 'in_transit') as carried,
      sum(-e.micros) over departures + e.micros - back.micros as starts,
      sum(-e.micros) over departures - back.micros as ends
    from (select distinct transaction_id, kind, reference, reverses from entering) p
    join ledger_transactions s on s.id = p.reverses
      or (p.kind = 'withdrawal_failed' and s.kind = 'withdrawal_paid' and s.reference = p.reference)
    join ledger_lot_entries e on e.transaction_id = s.id and e.micros < 0
    join ledger_accounts a on a.id = e.account_id
    cross join lateral (
      select coalesce(sum(r.micros), 0) as micros
      from ledger_transactions b
      join ledger_lot_entries r on r.transaction_id = b.id and r.micros > 0
      where p.kind = 'withdrawal_failed' and b.kind = p.kind and b.reference = p.reference
    ) back
    window departures as (
      partition by p.transaction_id
      order by a.kind in ('wallet', 'escrow', 'earnings', 'in_transit') desc, e.account_id, e.lot_id
    )
  ),
  returned as (
    select n.transaction_id, n.account_id, d.lot_id, row_number() over (order by d.starts) as place,
      least(d.ends, n.ends) - greatest(d.starts, n.starts, 0) as micros
    from entering n
    join departed d on d.transaction_id = n.transaction_id
      and d.starts < n.ends and d.ends > greatest(n.starts, 0)
  ),
  given as materialized (
    select *, sum(micros) over gifts - micros as starts, sum(micros) over gifts as ends
    from (
      select transaction_id, account_id, lot_id, place, micros, 1 as turn from taken
      union all
      select transaction_id, account_id, lot_id, place, micros, 2 from returned
      union all
      select n.transaction_id, n.account_id,
        case n.kind when 'deposit' then n.transaction_id else platform end, 0,
        -n.micros - coalesce((select sum(r.micros) from returned r
          where r.transaction_id = n.transaction_id and r.account_id = n.account_id), 0), 3
      from entering n
    ) pieces
    where micros > 0
    window gifts as (partition by transaction_id order by turn, account_id, place)
  ),
  credits as (
    select *, sum(micros) over credited - micros as starts, sum(micros) over credited as ends
    from posted where micros > 0
    window credited as (partition by transaction_id order by carries desc, account_id)
  ),
  moved as materialized (
    select transaction_id, account_id, lot_id, -sum(micros) as micros from given group by 1, 2, 3
    union all
    select c.transaction_id, c.account_id, g.lot_id, sum(least(g.ends, c.ends) - greatest(g.starts, c.starts))
    from credits c
    join given g on g.transaction_id = c.transaction_id and g.starts < c.ends and g.ends > c.starts
    group by 1, 2, 3
  ),
  written as (
    insert into ledger_lot_entries (transaction_id, account_id, lot_id, micros)
    select transaction_id, account_id, lot_id, micros from moved
  ),
  net as (
    select m.account_id, m.lot_id, sum(m.micros) as micros
    from moved m
    join (select distinct account_id from posted where carries) a using (account_id)
    group by 1, 2 having sum(m.micros) <> 0
  ),
  changed as (
    update ledger_lot_balances b set micros = b.micros + n.micros
    from net n where b.account_id = n.account_id and b.lot_id = n.lot_id and b.micros + n.micros <> 0
  ),
  emptied as (
    delete from ledger_lot_balances b
    using net n where b.account_id = n.account_id and b.lot_id = n.lot_id and b.micros + n.micros = 0
  ),
  opened as (
    insert into ledger_lot_balances (account_id, lot_id, micros)
    select n.account_id, n.lot_id, n.micros from net n
    where not exists (
      select from ledger_lot_balances b where b.account_id = n.account_id and b.lot_id = n.lot_id
    )
  )
  select d.transaction_id into uncovered
  from (select transaction_id, sum(-micros) as micros from posted where micros < 0 group by 1) d
  left join (select transaction_id, sum(micros) as micros from given group by 1) g using (transaction_id)
  where d.micros <> coalesce(g.micros, 0)
  limit 1;
  if uncovered is not null then
    raise exception 'ledger: the lots of transaction % do not cover it', uncovered
      using errcode = '23514', constraint = 'ledger_lots_cover';
  end if;
  return null;
end
$$;
create trigger ledger_move_lots after insert on ledger_entries
  referencing new table as fresh for each statement execute function ledger_move_lots();

-- Refunds that developers request: unused wallet money goes back to the card that paid it. A row is
-- one refund of one deposit at Stripe. The money leaves the wallet with the request, and its
-- posting is reversed if the refund fails.
create table refunds (
  id uuid primary key,
  user_id uuid not null references users,
  deposit_id uuid not null references deposits,
  -- What leaves the wallet. The card gets it without the part that Stripe keeps as its fee.
  amount_micros bigint not null,
  stripe_fee_micros bigint not null default 0,
  -- pending: not confirmed by Stripe. sent: Stripe has accepted it and still processes it. A refund
  -- can fail even after it succeeded.
  status text not null default 'pending',
  -- One request can refund several deposits; a request that is repeated makes no second refund.
  request_id uuid not null,
  -- Incremented only after a definite rejection by Stripe: part of the idempotency key.
  attempt int not null default 1,
  -- The posting that took the money from the wallet.
  transaction_id uuid not null references ledger_transactions,
  stripe_refund_id text,
  failure_reason text,
  requested_at timestamptz not null default now(),
  -- Set before the refund is requested from Stripe, cleared by a definite rejection: while it is
  -- set, the outcome may be unknown.
  sending_at timestamptz,
  -- Not to be processed before this moment: a worker holds it, or Stripe is to be retried later.
  retry_at timestamptz,
  -- When Stripe was last queried because no webhook had arrived.
  checked_at timestamptz,
  -- A refund that an operator holds is not sent.
  held_at timestamptz,
  hold_reason text,
  -- As in `withdrawals`.
  hold_kinds text[],
  hold_until timestamptz,
  constraint refunds_amount check (amount_micros > 0 and amount_micros % 10000 = 0),
  constraint refunds_stripe_fee check (
    stripe_fee_micros >= 0 and stripe_fee_micros < amount_micros and stripe_fee_micros % 10000 = 0),
  constraint refunds_status check (
    (status = 'pending' and stripe_refund_id is null and failure_reason is null)
    or (status in ('sent', 'succeeded') and stripe_refund_id is not null and failure_reason is null)
    or (status = 'failed' and failure_reason is not null)
  ),
  constraint refunds_held check ((held_at is null) = (hold_reason is null)),
  constraint refunds_hold_kinds check (
    (hold_kinds is null or held_at is not null) and (hold_until is null or hold_kinds is not null)
  ),
  constraint refunds_request_taken unique (user_id, request_id, deposit_id),
  constraint refunds_transaction_taken unique (transaction_id),
  constraint refunds_stripe_refund_taken unique (stripe_refund_id)
);
create index refunds_user on refunds (user_id, requested_at desc);
create index refunds_deposit on refunds (deposit_id);
create index refunds_newest on refunds (requested_at desc, id desc);
create index refunds_open on refunds (requested_at) where status = 'pending';
create index refunds_sent on refunds (requested_at) where status in ('sent', 'succeeded');
grant select, insert, update on refunds to fairclick_app;

-- Bank accounts and cards that a user's payout account has paid to, as Stripe names them: the
-- fingerprint is the same for every account with one bank account number.
create table payout_banks (
  user_id uuid not null references users on delete cascade,
  fingerprint text not null,
  seen_at timestamptz not null,
  primary key (user_id, fingerprint)
);
create index payout_banks_fingerprint on payout_banks (fingerprint);
grant select, insert, update, delete on payout_banks to fairclick_app;

-- Where users were signed in when a deposit of theirs was paid. Presences are deleted before earnings
-- from the deposit can leave; these are kept for as long as payouts are compared with them.
create table deposit_places (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  key text not null,
  seen_at timestamptz not null,
  primary key (user_id, kind, key),
  constraint deposit_places_kind check (kind in ('ip', 'device'))
);
create index deposit_places_seen on deposit_places (seen_at);
create index deposit_places_place on deposit_places (kind, key);
grant select, insert, update, delete on deposit_places to fairclick_app;

-- Notices: what people are told, by mail and by webhook.

-- What people are told. A notice is written by the transaction of the change that it reports, one
-- row per recipient: it exists exactly if the change does. The mail of a notice is sent afterwards.
create table notices (
  id uuid primary key,
  -- Null: for the operators. No foreign key: settlement writes notices, and must not wait for a lock
  -- on a user's row.
  user_id uuid,
  kind text not null,
  data jsonb not null,
  -- A second notice of the same kind and key is dropped.
  dedupe_key text,
  at timestamptz not null default now(),
  -- False: the notice is sent as a mail only.
  in_app boolean not null,
  read_at timestamptz,
  -- Lower ranks are sent first: links that somebody waits for, then what is always sent. Null: no mail.
  mail_rank smallint,
  -- Null: no mail. skipped: the recipient does not want it, or it cannot be sent.
  mail_status text,
  -- Null: the user's current address.
  mail_to text,
  mail_attempts int not null default 0,
  -- Not to be sent before this moment: a worker sends it now, or the mail server is to be retried.
  mail_due_at timestamptz,
  mail_sent_at timestamptz,
  mail_problem text,
  constraint notices_dedupe_key check (length(dedupe_key) <= 200),
  constraint notices_mail_status check (mail_status in ('queued', 'sent', 'skipped', 'failed')),
  constraint notices_mail_rank check ((mail_rank is null) = (mail_status is null)),
  constraint notices_mail_due check ((mail_status = 'queued') = (mail_due_at is not null))
);
create unique index notices_once on notices (kind, dedupe_key, user_id) nulls not distinct
  where dedupe_key is not null;
create index notices_newest on notices (user_id, id desc) where in_app;
create index notices_unread on notices (user_id) where in_app and read_at is null;
create index notices_mail_due on notices (mail_rank, mail_due_at) where mail_status = 'queued';
create index notices_mailed on notices (user_id, at) where mail_status in ('queued', 'sent');
create index notices_mailed_to on notices (lower(mail_to), at)
  where mail_to is not null and mail_status in ('queued', 'sent');
create index notices_oldest on notices (at);
create index notices_mail_failed on notices (id desc) where mail_status = 'failed';
grant select, insert, update, delete on notices to fairclick_app;

create function notify_notice() returns trigger language plpgsql set search_path = public as $$
begin
  perform pg_notify('notice', new.user_id::text);
  return null;
end $$;
create trigger notices_notify after insert on notices for each row when (new.in_app)
  execute function notify_notice();

-- Addresses that no mail is sent to, because a mail server said that they do not exist.
create table suppressed_addresses (
  address text primary key,
  reason text not null,
  at timestamptz not null default now(),
  constraint suppressed_addresses_lowercase check (address = lower(address))
);
grant select, insert, update, delete on suppressed_addresses to fairclick_app;

-- Addresses that users want their events sent to. Secrets are derived from the installation's secret,
-- the endpoint's id and `secret_version`, so that none is stored here.
create table webhook_endpoints (
  id uuid primary key,
  user_id uuid not null references users,
  url text not null,
  -- Names of events, `deposit.arrived`.
  events text[] not null,
  secret_version int not null default 1,
  -- The version before the current one signs too, for a day from here. Null: never rotated.
  rotated_at timestamptz,
  -- Failed attempts since the last success.
  failures int not null default 0,
  -- Nothing is sent before this moment: the endpoint failed.
  retry_at timestamptz,
  -- Null: enabled. failures: disabled after too many failures; owner: by its owner.
  disabled text,
  created_at timestamptz not null,
  -- When the sums of the user's clicks and conversions were last compared with what was reported.
  summed_at timestamptz,
  constraint webhook_endpoints_url check (length(url) <= 500),
  constraint webhook_endpoints_events check (cardinality(events) between 1 and 50),
  constraint webhook_endpoints_disabled check (disabled in ('failures', 'owner'))
);
create index webhook_endpoints_user on webhook_endpoints (user_id);
create index webhook_endpoints_summed on webhook_endpoints (summed_at nulls first)
  where disabled is null;
grant select, insert, update, delete on webhook_endpoints to fairclick_app;

-- One row per event and endpoint, written with the notice of the event.
create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- The notice.
  event_id uuid not null,
  event text not null,
  -- Exactly what is signed and sent, by each attempt.
  body text not null,
  at timestamptz not null,
  status text not null default 'pending',
  attempts int not null default 0,
  -- Not to be sent before this moment: a worker sends it now, or it is to be retried.
  due_at timestamptz,
  -- A worker sends it now, unless due_at has passed: then the worker died.
  sending boolean not null default false,
  -- Given up when an attempt fails after this moment.
  expires_at timestamptz not null,
  finished_at timestamptz,
  response_status int,
  problem text,
  primary key (endpoint_id, event_id),
  constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed')),
  constraint webhook_deliveries_sending check (not sending or status = 'pending'),
  constraint webhook_deliveries_due check ((status = 'pending') = (due_at is not null))
);
create index webhook_deliveries_due_first on webhook_deliveries (endpoint_id, due_at)
  where status = 'pending';
create index webhook_deliveries_sending on webhook_deliveries (due_at) where sending;
create index webhook_deliveries_oldest on webhook_deliveries (at);
grant select, insert, update, delete on webhook_deliveries to fairclick_app;

-- What a user's webhooks know about a campaign: of a developer about the campaign, of a creator about
-- the link to it. Written with the events about the difference.
create table webhook_marks (
  user_id uuid not null references users,
  campaign_id uuid not null references campaigns,
  -- campaign: the user is its developer; link: the user joined it.
  side text not null,
  -- State, clicks by verdict, money and conversions, as `ReportedSums`.
  reported jsonb not null,
  checked_at timestamptz not null,
  primary key (user_id, campaign_id, side),
  constraint webhook_marks_side check (side in ('campaign', 'link'))
);
grant select, insert, update, delete on webhook_marks to fairclick_app;

-- Operations: what happened, and whether the platform works.

-- Who did what and why, with the state before and after. Append-only.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  constraint audit_log_actor_kind check (actor_kind in ('user', 'operator', 'system'))
);
create index audit_log_subject on audit_log (subject, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
grant select, insert on audit_log to fairclick_app;

-- Jobs taken out of their queue, whole: a failed job of clicks would hold back the judging of all
-- other clicks. A click that cannot be recorded is taken out alone, as a job of its own. They wait here for an
-- operator. A discarded job stays too: a click that a visitor got an answer for is never deleted silently.
create table parked_jobs (
  queue text not null,
  job_id text not null constraint parked_jobs_id check (length(job_id) between 1 and 300),
  -- JSON as text: content that the jsonb type rejects is one reason to park a job.
  payload text not null constraint parked_jobs_payload check (octet_length(payload) <= 67108864),
  -- The number of clicks in the job; null if it cannot be read.
  clicks int constraint parked_jobs_clicks check (clicks >= 0),
  problem text not null constraint parked_jobs_problem check (length(problem) <= 2000),
  state text not null constraint parked_jobs_state check (state in ('parked', 'discarded')),
  sent_at timestamptz not null,
  parked_at timestamptz not null,
  primary key (queue, job_id)
);
create index parked_jobs_latest on parked_jobs (parked_at desc);
grant select, insert, update, delete on parked_jobs to fairclick_app;

-- One row per worker process, which updates it every few seconds. Rows of dead workers stay for a
-- day: they show since when no worker runs.
create table worker_heartbeats (
  worker_id uuid primary key,
  host text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When it last completed a job; null before the first.
  last_job_at timestamptz,
  -- Set by a worker that shuts down normally.
  stopped_at timestamptz
);
grant select, insert, update, delete on worker_heartbeats to fairclick_app;

-- The last result of each check of the books. `proof` names the group of checks that it belongs to.
create table books_proofs (
  check_name text primary key,
  proof text not null,
  differences integer not null,
  proved_at timestamptz not null default now(),
  constraint books_proofs_differences_not_negative check (differences >= 0)
);
grant select, insert, update, delete on books_proofs to fairclick_app;

-- Keys that all processes share and that nobody else may know. The first process that needs one
-- creates it.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert on secrets to fairclick_app;

-- What the whole marketplace has once. One row.
create table marketplace (
  only_row boolean primary key default true,
  -- The configuration of Stripe's billing portal; null until it is created there.
  stripe_portal_configuration_id text,
  -- Up to when transactions are in sealed_lots. Moved forward by seal_ledger.
  ledger_sealed_to timestamptz not null default '-infinity',
  constraint marketplace_only_row check (only_row)
);
grant select, update (stripe_portal_configuration_id) on marketplace to fairclick_app;

insert into marketplace default values;

-- Items that the alert webhook has reported, so that each is in at most one accepted message per day.
create table operator_alerts (
  kind text not null,
  item_id text not null,
  -- When a worker took the item for a message. If that worker dies, another takes it minutes later.
  claimed_at timestamptz not null,
  -- When the webhook last accepted a message with the item.
  sent_at timestamptz,
  constraint operator_alerts_pkey primary key (kind, item_id),
  constraint operator_alerts_short check (length(kind) <= 60 and length(item_id) <= 300)
);
grant select, insert, update, delete on operator_alerts to fairclick_app;
