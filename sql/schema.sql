create table access_requests (
  id uuid not null,
  purpose text not null,
  email text not null,
  browser_hash bytea,
  at timestamp with time zone not null,
  constraint access_requests_pkey PRIMARY KEY (id),
  constraint access_requests_purpose CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'sign_in'::text])))
);
CREATE INDEX access_requests_oldest ON public.access_requests USING btree (at);
grant delete, insert, select, update on access_requests to fairclick_app;

create table address_review (
  only_row boolean not null default true,
  ip_data_version integer not null,
  day date not null,
  click_id uuid not null,
  constraint address_review_pkey PRIMARY KEY (only_row),
  constraint address_review_only_row CHECK (only_row)
);
grant insert, select, update on address_review to fairclick_app;

create table anonymised_click_days (
  day date not null,
  anonymised_at timestamp with time zone not null default now(),
  constraint anonymised_click_days_pkey PRIMARY KEY (day)
);
grant select on anonymised_click_days to fairclick_app;

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_actor_kind CHECK ((actor_kind = ANY (ARRAY['user'::text, 'operator'::text, 'system'::text])))
);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on audit_log to fairclick_app;

create table books_proofs (
  check_name text not null,
  proof text not null,
  differences integer not null,
  proved_at timestamp with time zone not null default now(),
  constraint books_proofs_pkey PRIMARY KEY (check_name),
  constraint books_proofs_differences_not_negative CHECK ((differences >= 0))
);
grant delete, insert, select, update on books_proofs to fairclick_app;

create table campaign_drafts (
  id uuid not null,
  developer_id uuid not null,
  fields jsonb not null,
  step smallint not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null,
  constraint campaign_drafts_pkey PRIMARY KEY (id),
  constraint campaign_drafts_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES users(id),
  constraint campaign_drafts_size CHECK ((octet_length((fields)::text) <= 100000)),
  constraint campaign_drafts_step CHECK (((step >= 1) AND (step <= 3)))
);
CREATE INDEX campaign_drafts_developer ON public.campaign_drafts USING btree (developer_id, updated_at DESC);
grant delete, insert, select, update on campaign_drafts to fairclick_app;

create table campaign_hosts (
  developer_id uuid not null,
  host text not null,
  live_since timestamp with time zone not null,
  constraint campaign_hosts_pkey PRIMARY KEY (developer_id, host),
  constraint campaign_hosts_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES users(id)
);
CREATE INDEX campaign_hosts_host ON public.campaign_hosts USING btree (host);
grant delete, insert, select on campaign_hosts to fairclick_app;

create table campaign_join_rates (
  campaign_id uuid not null,
  clicks bigint not null,
  joined bigint not null,
  genre_rate double precision,
  is_far_below boolean not null,
  measured_at timestamp with time zone not null,
  constraint campaign_join_rates_pkey PRIMARY KEY (campaign_id),
  constraint campaign_join_rates_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);
grant delete, insert, select, update on campaign_join_rates to fairclick_app;

create table campaign_keys (
  id uuid not null,
  campaign_id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  ends_at timestamp with time zone,
  tested_at timestamp with time zone,
  tested_event text,
  constraint campaign_keys_pkey PRIMARY KEY (id),
  constraint campaign_keys_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_keys_hash_length CHECK ((octet_length(token_hash) = 32)),
  constraint campaign_keys_tested CHECK (((tested_at IS NULL) = (tested_event IS NULL)))
);
CREATE INDEX campaign_keys_campaign ON public.campaign_keys USING btree (campaign_id, created_at);
CREATE UNIQUE INDEX campaign_keys_hash ON public.campaign_keys USING btree (token_hash);
grant insert, select, update on campaign_keys to fairclick_app;

create table campaign_limits (
  campaign_id uuid not null,
  from_at timestamp with time zone not null,
  daily_cap_micros bigint,
  creator_cap_micros bigint,
  paced_until timestamp with time zone,
  constraint campaign_limits_pkey PRIMARY KEY (campaign_id, from_at),
  constraint campaign_limits_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_limits_positive CHECK (((daily_cap_micros > 0) AND (creator_cap_micros > 0)))
);
grant insert, select on campaign_limits to fairclick_app;

create table campaign_prices (
  campaign_id uuid not null,
  starts_at timestamp with time zone not null,
  payout_micros bigint not null,
  constraint campaign_prices_pkey PRIMARY KEY (campaign_id, starts_at),
  constraint campaign_prices_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_prices_positive CHECK ((payout_micros > 0))
);
CREATE TRIGGER campaign_prices_kept BEFORE DELETE ON public.campaign_prices FOR EACH ROW WHEN ((old.starts_at <= now())) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER campaign_prices_never_changed BEFORE UPDATE ON public.campaign_prices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER campaign_prices_no_truncate BEFORE TRUNCATE ON public.campaign_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant delete, insert, select on campaign_prices to fairclick_app;

create table campaign_referrers (
  campaign_id uuid not null,
  host text not null,
  constraint campaign_referrers_pkey PRIMARY KEY (campaign_id, host)
);
grant insert, select on campaign_referrers to fairclick_app;

create table campaign_reviews (
  id uuid not null,
  campaign_id uuid not null,
  subject text not null,
  game_url text not null,
  reasons text[] not null,
  waits_since timestamp with time zone not null,
  state text not null default 'waiting'::text,
  answer text,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint campaign_reviews_pkey PRIMARY KEY (id),
  constraint campaign_reviews_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_reviews_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(id),
  constraint campaign_reviews_reasons CHECK ((cardinality(reasons) > 0)),
  constraint campaign_reviews_state CHECK ((((state = 'waiting'::text) AND (num_nonnulls(answer, decided_by, decided_at) = 0)) OR ((state = 'withdrawn'::text) AND (num_nonnulls(answer, decided_by) = 0) AND (decided_at IS NOT NULL)) OR ((state = ANY (ARRAY['approved'::text, 'rejected'::text])) AND (num_nulls(answer, decided_by, decided_at) = 0)))),
  constraint campaign_reviews_subject CHECK ((subject = ANY (ARRAY['campaign'::text, 'game_url'::text])))
);
CREATE INDEX campaign_reviews_state ON public.campaign_reviews USING btree (state, id);
CREATE UNIQUE INDEX campaign_reviews_waiting ON public.campaign_reviews USING btree (campaign_id) WHERE (state = 'waiting'::text);
grant insert, select, update on campaign_reviews to fairclick_app;

create table campaigns (
  id uuid not null,
  developer_id uuid not null,
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
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  funded_at timestamp with time zone,
  paused_at timestamp with time zone,
  disabled_at timestamp with time zone,
  released_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  forced_pause_at timestamp with time zone,
  forced_pause_by text,
  forced_pause_reason text,
  disabled_reason text,
  ended_early_at timestamp with time zone,
  click_rules text not null default 'literal'::text,
  fee_micros bigint not null default 0,
  wanted_categories text[] not null default '{}'::text[],
  wanted_platforms text[] not null default '{}'::text[],
  audience_countries text[],
  audience_devices text[],
  blocked_by uuid,
  join_rule text not null default 'everybody'::text,
  cover_hash text,
  cover_alt text not null default ''::text,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_audience_countries CHECK ((((cardinality(audience_countries) >= 1) AND (cardinality(audience_countries) <= 250)) AND (array_position(audience_countries, NULL::text) IS NULL) AND (array_to_string(audience_countries, ','::text) ~ '^[A-Z]{2}(,[A-Z]{2})*$'::text))),
  constraint campaigns_audience_devices CHECK ((((cardinality(audience_devices) >= 1) AND (cardinality(audience_devices) <= 3)) AND (audience_devices <@ ARRAY['phone'::text, 'desktop'::text, 'console'::text]))),
  constraint campaigns_blocked CHECK (((blocked_by IS NULL) OR (forced_pause_at IS NOT NULL))),
  constraint campaigns_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES reported_addresses(id),
  constraint campaigns_budget_positive CHECK ((budget_micros > 0)),
  constraint campaigns_click_rules CHECK ((click_rules = ANY (ARRAY['literal'::text, 'shared-aware'::text]))),
  constraint campaigns_cover_alt CHECK (((length(cover_alt) <= 200) AND ((cover_alt = ''::text) OR (cover_hash IS NOT NULL)))),
  constraint campaigns_cover_hash_fkey FOREIGN KEY (cover_hash) REFERENCES covers(hash),
  constraint campaigns_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES users(id),
  constraint campaigns_disabled_reason CHECK (((disabled_reason IS NULL) OR (disabled_at IS NOT NULL))),
  constraint campaigns_end_after_start CHECK (((ends_at > starts_at) OR (ended_early_at = ends_at))),
  constraint campaigns_fee_not_negative CHECK ((fee_micros >= 0)),
  constraint campaigns_forced_pause CHECK ((((forced_pause_at IS NULL) = (forced_pause_by IS NULL)) AND ((forced_pause_at IS NULL) = (forced_pause_reason IS NULL)) AND ((forced_pause_at IS NULL) OR (paused_at IS NOT NULL)))),
  constraint campaigns_forced_pause_by CHECK ((forced_pause_by = ANY (ARRAY['operator'::text, 'platform'::text, 'review'::text, 'report'::text]))),
  constraint campaigns_join_rule CHECK ((join_rule = ANY (ARRAY['everybody'::text, 'verified'::text, 'approval'::text]))),
  constraint campaigns_wanted CHECK (((cardinality(wanted_categories) <= 30) AND (cardinality(wanted_platforms) <= 30)))
);
CREATE INDEX campaigns_blocked ON public.campaigns USING btree (blocked_by) WHERE (blocked_by IS NOT NULL);
CREATE INDEX campaigns_cover ON public.campaigns USING btree (cover_hash) WHERE (cover_hash IS NOT NULL);
CREATE INDEX campaigns_developer ON public.campaigns USING btree (developer_id, created_at DESC);
CREATE INDEX campaigns_newest ON public.campaigns USING btree (created_at DESC, id DESC);
CREATE INDEX campaigns_unreleased ON public.campaigns USING btree (ends_at) WHERE ((funded_at IS NOT NULL) AND (released_at IS NULL));
CREATE TRIGGER campaigns_audience_grows BEFORE UPDATE OF audience_countries, audience_devices ON public.campaigns FOR EACH ROW EXECUTE FUNCTION keep_audience();
CREATE TRIGGER campaigns_notify AFTER UPDATE ON public.campaigns FOR EACH ROW EXECUTE FUNCTION notify_link_change();
grant insert, select, update on campaigns to fairclick_app;

create table cleared_clicks (
  campaign_id uuid not null,
  creator_id uuid not null,
  reason text not null,
  day date not null,
  clicks bigint not null,
  constraint cleared_clicks_pkey PRIMARY KEY (campaign_id, creator_id, reason, day)
);
grant insert, select, update on cleared_clicks to fairclick_app;

create table click_appeals (
  id uuid not null,
  click_id uuid not null,
  clicked_at timestamp with time zone not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  text text not null,
  appealed_at timestamp with time zone not null,
  state text not null default 'open'::text,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  constraint click_appeals_pkey PRIMARY KEY (id),
  constraint click_appeals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES operators(id),
  constraint click_appeals_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint click_appeals_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint click_appeals_once UNIQUE (click_id),
  constraint click_appeals_state CHECK ((((state = 'open'::text) AND (num_nonnulls(answer, answered_by, answered_at) = 0)) OR ((state = ANY (ARRAY['accepted'::text, 'declined'::text])) AND (num_nulls(answer, answered_by, answered_at) = 0))))
);
CREATE INDEX click_appeals_open ON public.click_appeals USING btree (creator_id) WHERE (state = 'open'::text);
CREATE INDEX click_appeals_state ON public.click_appeals USING btree (state, id);
grant insert, select, update on click_appeals to fairclick_app;

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
  constraint click_days_pkey PRIMARY KEY (campaign_id, creator_id, dimension, day, value),
  constraint click_days_dimension CHECK ((dimension = ANY (ARRAY['country'::text, 'device'::text, 'browser'::text, 'referrer'::text, 'reason'::text, 'label'::text])))
);
grant insert, select, update on click_days to fairclick_app;

create table click_decisions (
  id bigint not null generated always as identity,
  act_id uuid not null,
  action text not null,
  operator_id uuid,
  decided_at timestamp with time zone not null default now(),
  click_id uuid not null,
  clicked_at timestamp with time zone not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  settlement_id uuid not null,
  verdict_before text not null,
  reason_before text,
  category text,
  micros bigint not null,
  transaction_id uuid,
  paid_by uuid,
  constraint click_decisions_pkey PRIMARY KEY (id),
  constraint click_decisions_action CHECK ((action = ANY (ARRAY['approve'::text, 'reject'::text, 'reverse'::text, 'hold'::text]))),
  constraint click_decisions_category CHECK (((action = 'reverse'::text) = (category IS NOT NULL))),
  constraint click_decisions_money CHECK ((((action = 'approve'::text) AND (micros > 0) AND (transaction_id IS NOT NULL) AND (paid_by IS NULL)) OR ((action = ANY (ARRAY['reject'::text, 'hold'::text])) AND (micros = 0) AND (transaction_id IS NULL) AND (paid_by IS NULL)) OR ((action = 'reverse'::text) AND (micros < 0) AND (transaction_id IS NOT NULL) AND (paid_by IS NOT NULL)))),
  constraint click_decisions_operator CHECK (((operator_id IS NOT NULL) OR (action = 'approve'::text))),
  constraint click_decisions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)
);
CREATE INDEX click_decisions_act ON public.click_decisions USING btree (act_id, click_id);
CREATE INDEX click_decisions_click ON public.click_decisions USING btree (click_id, id DESC);
CREATE INDEX click_decisions_link ON public.click_decisions USING btree (campaign_id, creator_id, decided_at, clicked_at);
CREATE INDEX click_decisions_taken_back ON public.click_decisions USING btree (creator_id) WHERE (action = 'reverse'::text);
CREATE TRIGGER click_decisions_append_only BEFORE DELETE OR UPDATE ON public.click_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER click_decisions_no_truncate BEFORE TRUNCATE ON public.click_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on click_decisions to fairclick_app;

create table click_objection_clicks (
  click_id uuid not null,
  clicked_at timestamp with time zone not null,
  objection_id uuid not null,
  constraint click_objection_clicks_pkey PRIMARY KEY (click_id),
  constraint click_objection_clicks_objection_id_fkey FOREIGN KEY (objection_id) REFERENCES click_objections(id)
);
CREATE INDEX click_objection_clicks_objection ON public.click_objection_clicks USING btree (objection_id, click_id);
grant insert, select on click_objection_clicks to fairclick_app;

create table click_objections (
  id uuid not null,
  campaign_id uuid not null,
  text text not null,
  filter jsonb,
  clicks integer not null,
  micros bigint not null,
  objected_at timestamp with time zone not null,
  state text not null default 'open'::text,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  reversed_clicks integer not null default 0,
  reversed_micros bigint not null default 0,
  constraint click_objections_pkey PRIMARY KEY (id),
  constraint click_objections_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES operators(id),
  constraint click_objections_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint click_objections_clicks CHECK (((clicks > 0) AND (micros > 0))),
  constraint click_objections_reversed CHECK ((((reversed_clicks >= 0) AND (reversed_clicks <= clicks)) AND ((reversed_micros >= 0) AND (reversed_micros <= micros)) AND ((state = 'upheld'::text) OR (reversed_clicks = 0)) AND ((reversed_clicks = 0) = (reversed_micros = 0)))),
  constraint click_objections_state CHECK ((((state = 'open'::text) AND (num_nonnulls(answer, answered_by, answered_at) = 0)) OR ((state = ANY (ARRAY['upheld'::text, 'dismissed'::text])) AND (num_nulls(answer, answered_by, answered_at) = 0))))
);
CREATE INDEX click_objections_campaign ON public.click_objections USING btree (campaign_id, id);
CREATE INDEX click_objections_state ON public.click_objections USING btree (state, id);
grant insert, select, update on click_objections to fairclick_app;

create table click_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamp with time zone not null,
  valid bigint not null,
  invalid bigint not null,
  held bigint not null,
  unpaid bigint not null,
  paid_micros bigint not null,
  held_micros bigint not null default 0,
  constraint click_quarters_pkey PRIMARY KEY (campaign_id, creator_id, starts_at)
);
grant insert, select, update on click_quarters to fairclick_app;

create table clicks (
  id uuid not null,
  clicked_at timestamp with time zone not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  ip inet,
  ip_key inet,
  device_key text,
  device_known boolean not null,
  method text not null,
  user_agent text,
  referrer text,
  country text,
  asn integer,
  signals jsonb not null,
  recorded_at timestamp with time zone not null,
  verdict text not null,
  reason text,
  policy_version integer not null,
  settlement_id uuid not null,
  transaction_id uuid,
  paid_micros bigint not null,
  ip_data_version integer,
  device_class text,
  browser text,
  referrer_host text,
  weak_key text,
  price_micros bigint not null,
  label text,
  campaign_override integer,
  creator_override integer,
  constraint clicks_pkey PRIMARY KEY (id, clicked_at),
  constraint clicks_paid CHECK ((((verdict = 'valid'::text) AND (paid_micros > 0) AND (transaction_id IS NOT NULL)) OR ((verdict <> 'valid'::text) AND (paid_micros = 0) AND (transaction_id IS NULL)))),
  constraint clicks_reason CHECK (((verdict = 'valid'::text) = (reason IS NULL))),
  constraint clicks_verdict CHECK ((verdict = ANY (ARRAY['valid'::text, 'invalid'::text, 'held'::text, 'unpaid'::text])))
) partition by RANGE (clicked_at);
CREATE INDEX clicks_campaign ON ONLY public.clicks USING btree (campaign_id, clicked_at, id);
CREATE INDEX clicks_device ON ONLY public.clicks USING btree (device_key, clicked_at);
CREATE INDEX clicks_flagged ON ONLY public.clicks USING btree (clicked_at, id) WHERE (verdict = ANY (ARRAY['held'::text, 'invalid'::text]));
CREATE INDEX clicks_flagged_campaign ON ONLY public.clicks USING btree (campaign_id, clicked_at, id) WHERE (verdict = ANY (ARRAY['held'::text, 'invalid'::text]));
CREATE INDEX clicks_flagged_creator ON ONLY public.clicks USING btree (creator_id, clicked_at, id) WHERE (verdict = ANY (ARRAY['held'::text, 'invalid'::text]));
CREATE INDEX clicks_flagged_signals ON ONLY public.clicks USING gin (click_signal_names(signals)) WHERE (verdict = ANY (ARRAY['held'::text, 'invalid'::text]));
CREATE INDEX clicks_held ON ONLY public.clicks USING btree (campaign_id, recorded_at) WHERE (verdict = 'held'::text);
CREATE INDEX clicks_ip ON ONLY public.clicks USING btree (ip_key, clicked_at);
CREATE INDEX clicks_link ON ONLY public.clicks USING btree (campaign_id, creator_id, clicked_at);
CREATE INDEX clicks_paid_device ON ONLY public.clicks USING btree (device_key, clicked_at) WHERE (verdict = ANY (ARRAY['valid'::text, 'held'::text]));
CREATE INDEX clicks_paid_ip ON ONLY public.clicks USING btree (ip_key, clicked_at) WHERE (verdict = ANY (ARRAY['valid'::text, 'held'::text]));
CREATE TRIGGER clicks_verdict_changed AFTER UPDATE OF verdict ON public.clicks FOR EACH ROW WHEN ((old.verdict IS DISTINCT FROM new.verdict)) EXECUTE FUNCTION follow_verdict();
grant insert, select on clicks to fairclick_app;

create table clicks_default partition of clicks DEFAULT;

create table conversion_counts (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  click_day date not null,
  conversions bigint not null,
  value_micros bigint not null,
  constraint conversion_counts_pkey PRIMARY KEY (campaign_id, creator_id, event, click_day),
  constraint conversion_counts_not_negative CHECK (((conversions >= 0) AND (value_micros >= 0)))
);
grant select on conversion_counts to fairclick_app;

create table conversion_events (
  campaign_id uuid not null,
  name text not null,
  is_conversion boolean not null default false,
  constraint conversion_events_pkey PRIMARY KEY (campaign_id, name),
  constraint conversion_events_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id)
);
CREATE UNIQUE INDEX conversion_events_one_conversion ON public.conversion_events USING btree (campaign_id) WHERE is_conversion;
grant delete, insert, select, update on conversion_events to fairclick_app;

create table conversion_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  starts_at timestamp with time zone not null,
  conversions bigint not null,
  value_micros bigint not null,
  constraint conversion_quarters_pkey PRIMARY KEY (campaign_id, creator_id, event, starts_at),
  constraint conversion_quarters_not_negative CHECK (((conversions >= 0) AND (value_micros >= 0)))
);
grant select on conversion_quarters to fairclick_app;

create table conversions (
  click_id uuid not null,
  event text not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  clicked_at timestamp with time zone not null,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  value_micros bigint,
  state text not null default 'waiting'::text,
  constraint conversions_pkey PRIMARY KEY (click_id, event),
  constraint conversions_state CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'counted'::text, 'off'::text]))),
  constraint conversions_value_not_negative CHECK ((value_micros >= 0))
);
CREATE INDEX conversions_of_campaign ON public.conversions USING btree (campaign_id, received_at DESC, click_id DESC, event DESC);
CREATE INDEX conversions_of_creator ON public.conversions USING btree (creator_id, received_at DESC, click_id DESC, event DESC);
CREATE INDEX conversions_received ON public.conversions USING btree (received_at DESC, click_id DESC, event DESC);
CREATE INDEX conversions_uncounted ON public.conversions USING btree (campaign_id, creator_id, state) WHERE (state = ANY (ARRAY['waiting'::text, 'held'::text]));
CREATE INDEX conversions_waiting ON public.conversions USING btree (click_id) WHERE (state = 'waiting'::text);
CREATE TRIGGER conversions_count AFTER UPDATE ON public.conversions REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_conversions();
grant insert (click_id, event, campaign_id, creator_id, clicked_at, happened_at, value_micros), select, update (state) on conversions to fairclick_app;

create table cover_uploads (
  user_id uuid not null,
  hash text not null,
  uploaded_at timestamp with time zone not null,
  constraint cover_uploads_pkey PRIMARY KEY (user_id, hash),
  constraint cover_uploads_hash_fkey FOREIGN KEY (hash) REFERENCES covers(hash) ON DELETE CASCADE,
  constraint cover_uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX cover_uploads_hash ON public.cover_uploads USING btree (hash);
grant delete, insert, select, update on cover_uploads to fairclick_app;

create table covers (
  hash text not null,
  created_at timestamp with time zone not null,
  stored_at timestamp with time zone,
  expired_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed_reason text,
  cleared_at timestamp with time zone,
  constraint covers_pkey PRIMARY KEY (hash),
  constraint covers_cleared CHECK (((cleared_at IS NULL) OR (removed_at IS NOT NULL))),
  constraint covers_hash CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint covers_removed CHECK (((removed_at IS NULL) = (removed_reason IS NULL)))
);
CREATE INDEX covers_leaving ON public.covers USING btree (hash) WHERE ((expired_at IS NOT NULL) OR ((removed_at IS NOT NULL) AND (cleared_at IS NULL)));
grant delete, insert, select, update on covers to fairclick_app;

create table creator_channels (
  id uuid not null,
  user_id uuid not null,
  platform text not null,
  name text not null,
  url text not null,
  code text not null,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  problem text,
  verified_at timestamp with time zone,
  verified_by text,
  proved_at timestamp with time zone,
  missing_at timestamp with time zone,
  next_check_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint creator_channels_pkey PRIMARY KEY (id),
  constraint creator_channels_code UNIQUE (code),
  constraint creator_channels_once UNIQUE (user_id, platform, name),
  constraint creator_channels_platform CHECK ((platform = ANY (ARRAY['youtube'::text, 'tiktok'::text, 'twitch'::text, 'instagram'::text, 'x'::text, 'website'::text]))),
  constraint creator_channels_state CHECK (((num_nonnulls(verified_at, verified_by) = ANY (ARRAY[0, 2])) AND ((verified_at IS NULL) OR (revoked_at IS NULL)) AND ((NOT (verified_by IS DISTINCT FROM 'code'::text)) = (next_check_at IS NOT NULL)) AND ((next_check_at IS NULL) OR (proved_at IS NOT NULL)) AND ((missing_at IS NULL) OR (next_check_at IS NOT NULL)))),
  constraint creator_channels_texts CHECK (((length(name) <= 260) AND (length(url) <= 300))),
  constraint creator_channels_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint creator_channels_verified_by CHECK ((verified_by = ANY (ARRAY['code'::text, 'operator'::text])))
);
CREATE INDEX creator_channels_named ON public.creator_channels USING btree (platform, name);
CREATE INDEX creator_channels_next_check ON public.creator_channels USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX creator_channels_owner ON public.creator_channels USING btree (platform, name) WHERE (verified_at IS NOT NULL);
grant delete, insert, select, update on creator_channels to fairclick_app;

create table deposit_places (
  user_id uuid not null,
  kind text not null,
  key text not null,
  seen_at timestamp with time zone not null,
  constraint deposit_places_pkey PRIMARY KEY (user_id, kind, key),
  constraint deposit_places_kind CHECK ((kind = ANY (ARRAY['ip'::text, 'device'::text]))),
  constraint deposit_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deposit_places_place ON public.deposit_places USING btree (kind, key);
CREATE INDEX deposit_places_seen ON public.deposit_places USING btree (seen_at);
grant delete, insert, select, update on deposit_places to fairclick_app;

create table deposits (
  id uuid not null,
  user_id uuid not null,
  amount_micros bigint not null,
  status text not null default 'pending'::text,
  request_id uuid,
  checkout_session_id text,
  payment_intent_id text,
  failure_reason text,
  created_at timestamp with time zone not null default now(),
  checked_at timestamp with time zone,
  completed_at timestamp with time zone,
  card_fingerprint text,
  card_brand text,
  card_last4 text,
  invoice_id text,
  campaign_id uuid,
  launched_at timestamp with time zone,
  launch_refusal text,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_amount CHECK (((amount_micros > 0) AND ((amount_micros % (10000)::bigint) = 0))),
  constraint deposits_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint deposits_launch CHECK (((num_nonnulls(launched_at, launch_refusal) = 0) OR ((campaign_id IS NOT NULL) AND (status = 'completed'::text) AND (num_nonnulls(launched_at, launch_refusal) = 1)))),
  constraint deposits_payment_taken UNIQUE (payment_intent_id),
  constraint deposits_request_taken UNIQUE (user_id, request_id),
  constraint deposits_session_taken UNIQUE (checkout_session_id),
  constraint deposits_status CHECK ((((status = 'pending'::text) AND (completed_at IS NULL) AND (failure_reason IS NULL)) OR ((status = 'completed'::text) AND (completed_at IS NOT NULL) AND (failure_reason IS NULL) AND (checkout_session_id IS NOT NULL)) OR ((status = 'failed'::text) AND (completed_at IS NULL) AND (failure_reason IS NOT NULL)))),
  constraint deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX deposits_card ON public.deposits USING btree (card_fingerprint) WHERE (card_fingerprint IS NOT NULL);
CREATE INDEX deposits_open ON public.deposits USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX deposits_user ON public.deposits USING btree (user_id, created_at DESC);
grant insert, select, update on deposits to fairclick_app;

create table developer_records (
  developer_id uuid not null,
  campaigns integer not null,
  ended_early integer not null,
  paid_micros bigint not null,
  constraint developer_records_pkey PRIMARY KEY (developer_id),
  constraint developer_records_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES users(id),
  constraint developer_records_not_negative CHECK (((campaigns >= 0) AND (ended_early >= 0) AND (paid_micros >= 0)))
);
grant insert, select, update on developer_records to fairclick_app;

create table digest_runs (
  digest text not null,
  week text not null,
  after_user uuid,
  finished_at timestamp with time zone,
  constraint digest_runs_pkey PRIMARY KEY (digest, week),
  constraint digest_runs_digest CHECK ((digest = ANY (ARRAY['creator'::text, 'developer'::text]))),
  constraint digest_runs_week CHECK ((week ~ '^\d{4}-W\d{2}$'::text))
);
grant insert, select, update on digest_runs to fairclick_app;

create table dispute_pardons (
  user_id uuid not null,
  pardoned_at timestamp with time zone not null,
  operator_id uuid not null,
  reason text not null,
  constraint dispute_pardons_pkey PRIMARY KEY (user_id),
  constraint dispute_pardons_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint dispute_pardons_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant insert, select, update on dispute_pardons to fairclick_app;

create table dropped_clicks (
  day date not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  hour timestamp with time zone not null,
  verdict text not null,
  reason text not null,
  settlement_id uuid not null,
  transaction_id uuid,
  clicks bigint not null,
  paid_micros bigint not null
);
CREATE INDEX dropped_clicks_day ON public.dropped_clicks USING btree (day);
grant select on dropped_clicks to fairclick_app;

create table former_game_urls (
  id bigint not null generated always as identity,
  campaign_id uuid not null,
  used_until timestamp with time zone not null,
  game_url text not null,
  changed_by uuid not null,
  constraint former_game_urls_pkey PRIMARY KEY (id),
  constraint former_game_urls_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint former_game_urls_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id)
);
CREATE INDEX former_game_urls_campaign ON public.former_game_urls USING btree (campaign_id, used_until, id);
CREATE TRIGGER former_game_urls_append_only BEFORE DELETE OR UPDATE ON public.former_game_urls FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER former_game_urls_no_truncate BEFORE TRUNCATE ON public.former_game_urls FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on former_game_urls to fairclick_app;

create table guardians (
  id uuid not null,
  user_id uuid not null,
  address text not null,
  mailbox text not null,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  name text,
  consented_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  constraint guardians_pkey PRIMARY KEY (id),
  constraint guardians_consent CHECK ((((name IS NULL) = (consented_at IS NULL)) AND (consented_at < expires_at))),
  constraint guardians_ended CHECK ((((ended_at IS NULL) = (ended_by IS NULL)) AND (ended_by = ANY (ARRAY['guardian'::text, 'child'::text, 'operator'::text, 'age'::text])))),
  constraint guardians_lengths CHECK (((length(address) <= 254) AND (length(mailbox) <= 254) AND ((length(name) >= 1) AND (length(name) <= 100)))),
  constraint guardians_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX guardians_in_force ON public.guardians USING btree (user_id) WHERE ((consented_at IS NOT NULL) AND (ended_at IS NULL));
CREATE UNIQUE INDEX guardians_invited ON public.guardians USING btree (user_id, mailbox) WHERE ((consented_at IS NULL) AND (ended_at IS NULL));
CREATE INDEX guardians_mailbox ON public.guardians USING btree (mailbox) WHERE ((consented_at IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX guardians_unanswered ON public.guardians USING btree (expires_at) WHERE (consented_at IS NULL);
CREATE INDEX guardians_user ON public.guardians USING btree (user_id, invited_at);
grant delete, insert, select, update (name, consented_at, ended_at, ended_by) on guardians to fairclick_app;

create table held_claims (
  campaign_id uuid not null,
  clicks bigint not null,
  micros bigint not null,
  again_after timestamp with time zone,
  again_after_id uuid,
  again_at timestamp with time zone,
  constraint held_claims_pkey PRIMARY KEY (campaign_id),
  constraint held_claims_again CHECK ((num_nulls(again_after, again_after_id) = ANY (ARRAY[0, 2]))),
  constraint held_claims_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint held_claims_not_negative CHECK (((clicks >= 0) AND (micros >= 0)))
);
grant insert, select, update on held_claims to fairclick_app;

create table honeypot_marks (
  kind text not null,
  key text not null,
  marked_at timestamp with time zone not null,
  constraint honeypot_marks_pkey PRIMARY KEY (kind, key),
  constraint honeypot_marks_kind CHECK ((kind = ANY (ARRAY['ip'::text, 'device'::text])))
);
CREATE INDEX honeypot_marks_age ON public.honeypot_marks USING btree (marked_at);
grant delete, insert, select, update on honeypot_marks to fairclick_app;

create table impression_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamp with time zone not null,
  impressions bigint not null,
  constraint impression_quarters_pkey PRIMARY KEY (campaign_id, creator_id, starts_at),
  constraint impression_quarters_positive CHECK ((impressions > 0))
);
CREATE TRIGGER impressions_added AFTER UPDATE ON public.impression_quarters REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION total_impressions();
CREATE TRIGGER impressions_counted AFTER INSERT ON public.impression_quarters REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION total_impressions();
grant insert, select, update on impression_quarters to fairclick_app;

create table impression_totals (
  campaign_id uuid not null,
  creator_id uuid not null,
  impressions bigint not null,
  constraint impression_totals_pkey PRIMARY KEY (campaign_id, creator_id),
  constraint impression_totals_positive CHECK ((impressions > 0))
);
grant select on impression_totals to fairclick_app;

create table ip_data_versions (
  version integer not null generated always as identity,
  content jsonb not null,
  hash bytea not null,
  made_at timestamp with time zone not null default now(),
  constraint ip_data_versions_pkey PRIMARY KEY (version),
  constraint ip_data_versions_made_once UNIQUE (hash)
);
grant insert, select on ip_data_versions to fairclick_app;

create table ip_lists (
  name text not null,
  class text not null,
  source text not null,
  version text,
  etag text,
  body text,
  ranges integer,
  networks bigint,
  fetched_at timestamp with time zone,
  checked_at timestamp with time zone,
  tried_at timestamp with time zone not null,
  problem text,
  packed bytea,
  constraint ip_lists_pkey PRIMARY KEY (name),
  constraint ip_lists_class CHECK ((class = ANY (ARRAY['relay'::text, 'tor'::text, 'cloud'::text, 'datacenter'::text, 'proxy'::text, 'vpn'::text, 'asn'::text, 'country'::text]))),
  constraint ip_lists_complete CHECK (((num_nulls(version, ranges, networks, fetched_at, checked_at) = ANY (ARRAY[0, 5])) AND (num_nonnulls(body, packed) = num_nonnulls(version)) AND ((body IS NULL) OR (class <> ALL (ARRAY['asn'::text, 'country'::text]))) AND ((packed IS NULL) OR (class = ANY (ARRAY['asn'::text, 'country'::text]))) AND ((etag IS NULL) OR (version IS NOT NULL)) AND ((version IS NOT NULL) OR (problem IS NOT NULL))))
);
CREATE TRIGGER ip_lists_notify AFTER INSERT OR DELETE OR UPDATE ON public.ip_lists FOR EACH STATEMENT EXECUTE FUNCTION notify_ip_data_change();
grant delete, insert, select, update on ip_lists to fairclick_app;

create table ip_ranges (
  range cidr not null,
  effect text not null,
  reason text not null,
  operator_id uuid not null,
  decided_at timestamp with time zone not null default now(),
  constraint ip_ranges_pkey PRIMARY KEY (range),
  constraint ip_ranges_effect CHECK ((effect = ANY (ARRAY['allow'::text, 'deny'::text, 'shared'::text]))),
  constraint ip_ranges_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)
);
CREATE TRIGGER ip_ranges_notify AFTER INSERT OR DELETE OR UPDATE ON public.ip_ranges FOR EACH STATEMENT EXECUTE FUNCTION notify_ip_data_change();
grant delete, insert, select, update on ip_ranges to fairclick_app;

create table join_requests (
  campaign_id uuid not null,
  creator_id uuid not null,
  message text not null,
  requested_at timestamp with time zone not null,
  state text not null default 'open'::text,
  answer text,
  decided_at timestamp with time zone,
  constraint join_requests_pkey PRIMARY KEY (campaign_id, creator_id),
  constraint join_requests_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint join_requests_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint join_requests_state CHECK ((((state = 'open'::text) AND (num_nonnulls(answer, decided_at) = 0)) OR ((state = ANY (ARRAY['accepted'::text, 'withdrawn'::text])) AND (answer IS NULL) AND (decided_at IS NOT NULL)) OR ((state = 'refused'::text) AND (num_nulls(answer, decided_at) = 0)))),
  constraint join_requests_texts CHECK (((length(message) <= 300) AND (length(answer) <= 300)))
);
CREATE INDEX join_requests_creator ON public.join_requests USING btree (creator_id, requested_at);
CREATE INDEX join_requests_open ON public.join_requests USING btree (campaign_id, requested_at, creator_id) WHERE (state = 'open'::text);
grant delete, insert, select, update on join_requests to fairclick_app;

create table judged_up_to (
  only_row boolean not null default true,
  watermark timestamp with time zone not null,
  constraint judged_up_to_pkey PRIMARY KEY (only_row),
  constraint judged_up_to_only_row CHECK (only_row)
);
grant insert, select, update on judged_up_to to fairclick_app;

create table known_devices (
  user_id uuid not null,
  token_hash bytea not null,
  used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, token_hash),
  constraint known_devices_token_hash_length CHECK ((octet_length(token_hash) = 32)),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
grant delete, insert, select, update on known_devices to fairclick_app;

create table learnt_addresses (
  ip_key inet not null,
  devices integer not null,
  creators integer not null,
  learnt_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint learnt_addresses_pkey PRIMARY KEY (ip_key),
  constraint learnt_addresses_counts CHECK (((devices > 0) AND (creators > 0)))
);
CREATE INDEX learnt_addresses_expiry ON public.learnt_addresses USING btree (expires_at);
CREATE INDEX learnt_addresses_newest ON public.learnt_addresses USING btree (learnt_at DESC, ip_key);
grant delete, insert, select, update on learnt_addresses to fairclick_app;

create table ledger_accounts (
  id bigint not null generated always as identity,
  kind text not null,
  owner_id uuid,
  shard smallint not null default 0,
  balance_micros bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_kind CHECK ((((kind = ANY (ARRAY['wallet'::text, 'earnings'::text, 'in_transit'::text, 'escrow'::text, 'debt'::text])) AND (owner_id IS NOT NULL) AND (shard = 0)) OR ((kind = ANY (ARRAY['stripe_clearing'::text, 'losses'::text, 'fees'::text, 'stripe_fees'::text])) AND (owner_id IS NULL)))),
  constraint ledger_accounts_one_each UNIQUE NULLS NOT DISTINCT (kind, owner_id, shard),
  constraint ledger_balance_not_negative CHECK (((kind <> ALL (ARRAY['wallet'::text, 'earnings'::text, 'in_transit'::text, 'escrow'::text])) OR (balance_micros >= 0))),
  constraint ledger_debt_not_positive CHECK (((kind <> 'debt'::text) OR (balance_micros <= 0)))
) with (fillfactor=50);
CREATE INDEX ledger_accounts_owner ON public.ledger_accounts USING btree (owner_id);
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_open_empty BEFORE INSERT ON public.ledger_accounts FOR EACH ROW WHEN ((new.balance_micros <> 0)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_posted_only BEFORE DELETE OR UPDATE ON public.ledger_accounts FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_change();
grant insert (kind, owner_id), select on ledger_accounts to fairclick_app;

create table ledger_entries (
  transaction_id uuid not null,
  account_id bigint not null,
  micros bigint not null,
  quantity bigint,
  unit_micros bigint,
  constraint ledger_entries_pkey PRIMARY KEY (transaction_id, account_id),
  constraint ledger_entries_itemised CHECK ((((quantity IS NULL) AND (unit_micros IS NULL)) OR ((quantity > 0) AND (abs(micros) = (quantity * unit_micros))))),
  constraint ledger_entries_not_zero CHECK ((micros <> 0))
);
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account_id, transaction_id);
CREATE TRIGGER ledger_apply_entries AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_entries();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_move_lots AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger_move_lots();
grant insert, select on ledger_entries to fairclick_app;

create table ledger_lot_balances (
  account_id bigint not null,
  lot_id uuid not null,
  micros bigint not null,
  constraint ledger_lot_balances_pkey PRIMARY KEY (account_id, lot_id),
  constraint ledger_lot_balance_not_negative CHECK ((micros >= 0)),
  constraint ledger_lot_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_lot_balances_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES ledger_lots(id)
) with (fillfactor=50);
CREATE INDEX ledger_lot_balances_lot ON public.ledger_lot_balances USING btree (lot_id);
CREATE TRIGGER ledger_lot_balances_moved_only BEFORE INSERT OR DELETE OR UPDATE ON public.ledger_lot_balances FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_lot_balances_no_truncate BEFORE TRUNCATE ON public.ledger_lot_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on ledger_lot_balances to fairclick_app;

create table ledger_lot_entries (
  transaction_id uuid not null,
  account_id bigint not null,
  lot_id uuid not null,
  micros bigint not null,
  constraint ledger_lot_entries_pkey PRIMARY KEY (transaction_id, account_id, lot_id),
  constraint ledger_lot_entries_not_zero CHECK ((micros <> 0))
);
CREATE INDEX ledger_lot_entries_account ON public.ledger_lot_entries USING btree (account_id, lot_id, transaction_id);
CREATE INDEX ledger_lot_entries_lot ON public.ledger_lot_entries USING btree (lot_id, transaction_id);
CREATE TRIGGER ledger_lot_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_lot_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_lot_entries_no_truncate BEFORE TRUNCATE ON public.ledger_lot_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on ledger_lot_entries to fairclick_app;

create table ledger_lots (
  id uuid not null,
  reference text,
  created_at timestamp with time zone not null default now(),
  proved_by text,
  frozen_until timestamp with time zone,
  constraint ledger_lots_pkey PRIMARY KEY (id),
  constraint ledger_lots_one_per_deposit UNIQUE (reference),
  constraint ledger_lots_proved_by CHECK ((proved_by = ANY (ARRAY['three_d_secure'::text, 'known_card'::text])))
);
grant select, update (proved_by, frozen_until) on ledger_lots to fairclick_app;

create table ledger_transactions (
  id uuid not null,
  kind text not null,
  idempotency_key text not null,
  reference text,
  memo text,
  reverses uuid,
  created_at timestamp with time zone not null default now(),
  created_xid xid8 not null default pg_current_xact_id(),
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_idempotency_key UNIQUE (idempotency_key),
  constraint ledger_transactions_kind CHECK ((kind = ANY (ARRAY['deposit'::text, 'reserve'::text, 'click_payout'::text, 'release'::text, 'withdrawal'::text, 'withdrawal_paid'::text, 'withdrawal_failed'::text, 'refund'::text, 'dispute'::text, 'reversal'::text, 'click_reversal'::text, 'debt_payment'::text, 'loss_payment'::text, 'stripe_fee'::text, 'earnings_spent'::text]))),
  constraint ledger_transactions_reversal CHECK (((kind = 'reversal'::text) = (reverses IS NOT NULL))),
  constraint ledger_transactions_reversed_once UNIQUE (reverses),
  constraint ledger_transactions_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger_transactions(id)
);
CREATE INDEX ledger_transactions_corrections ON public.ledger_transactions USING btree (id) WHERE (kind = ANY (ARRAY['reversal'::text, 'click_reversal'::text, 'debt_payment'::text]));
CREATE INDEX ledger_transactions_reference ON public.ledger_transactions USING btree (reference);
CREATE INDEX ledger_transactions_time ON public.ledger_transactions USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE CONSTRAINT TRIGGER ledger_check_balanced AFTER INSERT ON public.ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balanced();
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert (id, kind, idempotency_key, reference, memo, reverses), select on ledger_transactions to fairclick_app;

create table link_findings (
  id uuid not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  signals jsonb not null,
  from_at timestamp with time zone not null,
  found_at timestamp with time zone not null,
  state text not null default 'open'::text,
  closed_at timestamp with time zone,
  closed_by uuid,
  finished_at timestamp with time zone,
  explanation text,
  explained_at timestamp with time zone,
  constraint link_findings_pkey PRIMARY KEY (id),
  constraint link_findings_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint link_findings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES operators(id),
  constraint link_findings_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint link_findings_explained CHECK (((explanation IS NULL) = (explained_at IS NULL))),
  constraint link_findings_signals CHECK (((jsonb_typeof(signals) = 'array'::text) AND (signals <> '[]'::jsonb))),
  constraint link_findings_state CHECK ((((state = 'open'::text) AND (num_nonnulls(closed_at, closed_by, finished_at) = 0)) OR ((state = 'lapsed'::text) AND (closed_at IS NOT NULL) AND (closed_by IS NULL)) OR ((state = ANY (ARRAY['cleared'::text, 'confirmed'::text])) AND (num_nulls(closed_at, closed_by) = 0))))
);
CREATE INDEX link_findings_creator ON public.link_findings USING btree (creator_id);
CREATE INDEX link_findings_link ON public.link_findings USING btree (campaign_id, creator_id, closed_at);
CREATE UNIQUE INDEX link_findings_one_open ON public.link_findings USING btree (campaign_id, creator_id) WHERE (state = 'open'::text);
CREATE INDEX link_findings_state ON public.link_findings USING btree (state, id);
CREATE INDEX link_findings_unfinished ON public.link_findings USING btree (id) WHERE (finished_at IS NULL);
grant insert, select, update on link_findings to fairclick_app;

create table link_outcomes (
  campaign_id uuid not null,
  creator_id uuid not null,
  outcomes text not null,
  valid bigint not null default 0,
  invalid bigint not null default 0,
  held bigint not null default 0,
  unpaid bigint not null default 0,
  paid_micros bigint not null default 0,
  refused text not null default ''::text,
  held_micros bigint not null default 0,
  constraint link_outcomes_pkey PRIMARY KEY (campaign_id, creator_id)
);
CREATE INDEX link_outcomes_creator ON public.link_outcomes USING btree (creator_id);
grant insert, select, update on link_outcomes to fairclick_app;

create table link_reports (
  id uuid not null,
  address_id uuid not null,
  campaign_id uuid not null,
  creator_id uuid,
  reason text not null,
  text text not null,
  signed_in boolean not null,
  reporter text not null,
  network text not null,
  reported_at timestamp with time zone not null,
  day date not null,
  constraint link_reports_pkey PRIMARY KEY (id),
  constraint link_reports_address_id_fkey FOREIGN KEY (address_id) REFERENCES reported_addresses(id),
  constraint link_reports_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint link_reports_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint link_reports_once UNIQUE NULLS NOT DISTINCT (campaign_id, creator_id, reporter, day),
  constraint link_reports_reason CHECK ((reason = ANY (ARRAY['scam'::text, 'not_a_game'::text, 'adult'::text, 'hate'::text, 'other'::text]))),
  constraint link_reports_text CHECK ((length(text) <= 500))
);
CREATE INDEX link_reports_address ON public.link_reports USING btree (address_id, reported_at);
CREATE INDEX link_reports_reported_at ON public.link_reports USING btree (reported_at);
grant delete, insert, select on link_reports to fairclick_app;

create table links (
  campaign_id uuid not null,
  creator_id uuid not null,
  code text not null,
  joined_at timestamp with time zone not null default now(),
  disabled_at timestamp with time zone,
  disabled_by text,
  share_url text,
  labels text[] not null default '{}'::text[],
  labels_added integer not null default 0,
  constraint links_pkey PRIMARY KEY (campaign_id, creator_id),
  constraint links_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint links_code_taken UNIQUE (code),
  constraint links_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint links_disabled_by CHECK ((((disabled_at IS NULL) AND (disabled_by IS NULL)) OR ((disabled_at IS NOT NULL) AND (disabled_by = ANY (ARRAY['developer'::text, 'operator'::text]))))),
  constraint links_labels CHECK (((cardinality(labels) <= 20) AND ((labels_added >= cardinality(labels)) AND (labels_added <= 100)))),
  constraint links_share_url CHECK ((share_url ~ '^https://www\.roblox\.com/share\?code=[A-Za-z0-9_-]{1,128}(&type=[A-Za-z]{1,40})?$'::text))
);
CREATE INDEX links_creator ON public.links USING btree (creator_id, joined_at DESC);
CREATE INDEX links_newest ON public.links USING btree (joined_at DESC, code DESC);
CREATE TRIGGER links_notify AFTER INSERT OR UPDATE ON public.links FOR EACH ROW EXECUTE FUNCTION notify_link_change();
grant insert, select, update on links to fairclick_app;

create table mail_opt_outs (
  user_id uuid not null,
  kind text not null,
  at timestamp with time zone not null default now(),
  constraint mail_opt_outs_pkey PRIMARY KEY (user_id, kind),
  constraint mail_opt_outs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on mail_opt_outs to fairclick_app;

create table mail_tokens (
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  address text not null,
  expires_at timestamp with time zone not null,
  browser_hash bytea,
  constraint mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX mail_tokens_expired ON public.mail_tokens USING btree (expires_at);
CREATE INDEX mail_tokens_user ON public.mail_tokens USING btree (user_id, purpose);
grant delete, insert, select, update on mail_tokens to fairclick_app;

create table marketplace_settings (
  only_row boolean not null default true,
  click_rules text not null default 'literal'::text,
  constraint marketplace_settings_pkey PRIMARY KEY (only_row),
  constraint marketplace_settings_click_rules CHECK ((click_rules = ANY (ARRAY['literal'::text, 'shared-aware'::text]))),
  constraint marketplace_settings_only_row CHECK (only_row)
);
grant select, update on marketplace_settings to fairclick_app;

create table migrations (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);
grant select on migrations to fairclick_app;

create table notices (
  id uuid not null,
  user_id uuid,
  kind text not null,
  data jsonb not null,
  dedupe_key text,
  at timestamp with time zone not null default now(),
  in_app boolean not null,
  read_at timestamp with time zone,
  mail_status text,
  mail_to text,
  mail_attempts integer not null default 0,
  mail_due_at timestamp with time zone,
  mail_sent_at timestamp with time zone,
  mail_problem text,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_dedupe_key CHECK ((length(dedupe_key) <= 200)),
  constraint notices_mail_due CHECK (((mail_status = 'queued'::text) = (mail_due_at IS NOT NULL))),
  constraint notices_mail_status CHECK ((mail_status = ANY (ARRAY['queued'::text, 'sent'::text, 'skipped'::text, 'failed'::text])))
);
CREATE INDEX notices_mail_due ON public.notices USING btree (mail_due_at) WHERE (mail_status = 'queued'::text);
CREATE INDEX notices_mail_failed ON public.notices USING btree (id DESC) WHERE (mail_status = 'failed'::text);
CREATE INDEX notices_mailed ON public.notices USING btree (user_id, mail_sent_at) WHERE (mail_status = 'sent'::text);
CREATE INDEX notices_newest ON public.notices USING btree (user_id, id DESC) WHERE in_app;
CREATE INDEX notices_oldest ON public.notices USING btree (at);
CREATE UNIQUE INDEX notices_once ON public.notices USING btree (kind, dedupe_key, user_id) NULLS NOT DISTINCT WHERE (dedupe_key IS NOT NULL);
CREATE INDEX notices_unread ON public.notices USING btree (user_id) WHERE (in_app AND (read_at IS NULL));
CREATE INDEX notices_unread_by_operators ON public.notices USING btree (id) WHERE ((user_id IS NULL) AND in_app AND (read_at IS NULL));
CREATE TRIGGER notices_notify AFTER INSERT ON public.notices FOR EACH ROW WHEN (new.in_app) EXECUTE FUNCTION notify_notice();
grant delete, insert, select, update on notices to fairclick_app;

create table operator_alerts (
  kind text not null,
  item_id text not null,
  claimed_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint operator_alerts_pkey PRIMARY KEY (kind, item_id),
  constraint operator_alerts_short CHECK (((length(kind) <= 60) AND (length(item_id) <= 300)))
);
grant delete, insert, select, update on operator_alerts to fairclick_app;

create table operator_problems (
  id uuid not null,
  watch text not null,
  subject text not null,
  title text not null,
  began_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint operator_problems_pkey PRIMARY KEY (id),
  constraint operator_problems_once UNIQUE (watch, subject),
  constraint operator_problems_short CHECK (((length(watch) <= 60) AND (length(subject) <= 200)))
);
grant delete, insert, select, update on operator_problems to fairclick_app;

create table operator_tokens (
  token_hash bytea not null,
  operator_id uuid not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint operator_tokens_pkey PRIMARY KEY (token_hash),
  constraint operator_tokens_hash_length CHECK ((octet_length(token_hash) = 32)),
  constraint operator_tokens_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)
);
CREATE TRIGGER operator_tokens_stay_revoked BEFORE UPDATE ON public.operator_tokens FOR EACH ROW EXECUTE FUNCTION refuse_token_revival();
grant select, update (revoked_at, last_used_at) on operator_tokens to fairclick_app;

create table operators (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_name_taken UNIQUE (name)
);
grant select on operators to fairclick_app;

create table parked_clicks (
  key text not null,
  payload text not null,
  problem text not null,
  parked_at timestamp with time zone not null default now(),
  constraint parked_clicks_pkey PRIMARY KEY (key)
);
grant delete, insert, select on parked_clicks to fairclick_app;

create table parked_jobs (
  queue text not null,
  job_id text not null,
  payload text not null,
  clicks integer,
  problem text not null,
  state text not null,
  sent_at timestamp with time zone not null,
  parked_at timestamp with time zone not null,
  constraint parked_jobs_pkey PRIMARY KEY (queue, job_id),
  constraint parked_jobs_clicks CHECK ((clicks >= 0)),
  constraint parked_jobs_id CHECK (((length(job_id) >= 1) AND (length(job_id) <= 300))),
  constraint parked_jobs_payload CHECK ((octet_length(payload) <= 67108864)),
  constraint parked_jobs_problem CHECK ((length(problem) <= 2000)),
  constraint parked_jobs_state CHECK ((state = ANY (ARRAY['parked'::text, 'discarded'::text])))
);
CREATE INDEX parked_jobs_latest ON public.parked_jobs USING btree (parked_at DESC);
grant delete, insert, select, update on parked_jobs to fairclick_app;

create table passkey_challenges (
  browser_hash bytea not null,
  challenge text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (browser_hash),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkey_challenges_expired ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_user ON public.passkey_challenges USING btree (user_id) WHERE (user_id IS NOT NULL);
grant delete, insert, select, update on passkey_challenges to fairclick_app;

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential UNIQUE (credential_id),
  constraint passkeys_sizes CHECK (((length(credential_id) <= 1400) AND (octet_length(public_key) <= 2048) AND ((length(name) >= 1) AND (length(name) <= 60)))),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id, id);
grant delete, insert, select, update on passkeys to fairclick_app;

create table payout_banks (
  user_id uuid not null,
  fingerprint text not null,
  seen_at timestamp with time zone not null,
  constraint payout_banks_pkey PRIMARY KEY (user_id, fingerprint),
  constraint payout_banks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX payout_banks_fingerprint ON public.payout_banks USING btree (fingerprint);
grant delete, insert, select, update on payout_banks to fairclick_app;

create table payout_schedules (
  user_id uuid not null,
  every text not null,
  minimum_micros bigint not null,
  next_at timestamp with time zone not null,
  constraint payout_schedules_pkey PRIMARY KEY (user_id),
  constraint payout_schedules_every CHECK ((every = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint payout_schedules_minimum CHECK (((minimum_micros > 0) AND ((minimum_micros % (10000)::bigint) = 0))),
  constraint payout_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payout_schedules_next ON public.payout_schedules USING btree (next_at);
grant delete, insert, select, update on payout_schedules to fairclick_app;

create table pending_clicks (
  id uuid not null,
  clicked_at timestamp with time zone not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  ip inet not null,
  ip_key inet not null,
  device_key text not null,
  device_known boolean not null,
  method text not null,
  user_agent text,
  referrer text,
  country text,
  asn integer,
  signals jsonb not null default '[]'::jsonb,
  recorded_at timestamp with time zone not null default now(),
  ip_data_version integer,
  device_class text,
  browser text,
  referrer_host text,
  weak_key text,
  label text,
  constraint pending_clicks_pkey PRIMARY KEY (id),
  constraint pending_clicks_signals CHECK ((jsonb_typeof(signals) = 'array'::text))
);
CREATE INDEX pending_clicks_clicked ON public.pending_clicks USING btree (clicked_at, id);
CREATE INDEX pending_clicks_device ON public.pending_clicks USING btree (device_key, clicked_at);
CREATE INDEX pending_clicks_ip ON public.pending_clicks USING btree (ip_key, clicked_at);
CREATE INDEX pending_clicks_link ON public.pending_clicks USING btree (campaign_id, creator_id);
grant delete, insert, select, update on pending_clicks to fairclick_app;

create table pending_sign_ins (
  token_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX pending_sign_ins_expired ON public.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_user ON public.pending_sign_ins USING btree (user_id);
grant delete, insert, select, update on pending_sign_ins to fairclick_app;

create table personal_keys (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint personal_keys_pkey PRIMARY KEY (id),
  constraint personal_keys_name CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint personal_keys_scopes CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read'::text, 'campaigns'::text, 'links'::text, 'webhooks'::text, 'payouts'::text]))),
  constraint personal_keys_token_hash UNIQUE (token_hash),
  constraint personal_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX personal_keys_user ON public.personal_keys USING btree (user_id);
grant delete, insert, select, update on personal_keys to fairclick_app;

create table player_days (
  campaign_id uuid not null,
  creator_id uuid not null,
  judged_as text not null,
  day date not null,
  joined bigint not null,
  returned bigint not null,
  constraint player_days_pkey PRIMARY KEY (campaign_id, creator_id, judged_as, day),
  constraint player_days_returned CHECK (((returned >= 0) AND (returned <= joined)))
);
grant insert, select, update on player_days to fairclick_app;

create table players (
  click_id uuid not null,
  clicked_at timestamp with time zone not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  player bytea not null,
  joined_at timestamp with time zone not null,
  returned_at timestamp with time zone,
  judged_as text,
  is_counted boolean not null default false,
  return_seen boolean not null default false,
  outcome text,
  try_at timestamp with time zone,
  constraint players_pkey PRIMARY KEY (click_id),
  constraint players_counted CHECK (((judged_as IS NOT NULL) OR (NOT (is_counted OR return_seen)))),
  constraint players_player_length CHECK ((octet_length(player) = 16)),
  constraint players_returned CHECK (((returned_at IS NOT NULL) OR ((NOT return_seen) AND (try_at IS NULL))))
);
CREATE INDEX players_clicked ON public.players USING btree (clicked_at);
CREATE UNIQUE INDEX players_counted_once ON public.players USING btree (campaign_id, player) WHERE is_counted;
CREATE INDEX players_due ON public.players USING btree (try_at, campaign_id) WHERE (try_at IS NOT NULL);
CREATE INDEX players_player ON public.players USING btree (campaign_id, player);
CREATE INDEX players_unjudged ON public.players USING btree (joined_at, click_id) WHERE (judged_as IS NULL);
CREATE INDEX players_unseen_return ON public.players USING btree (returned_at, click_id) WHERE ((returned_at IS NOT NULL) AND (NOT return_seen) AND (judged_as IS NOT NULL));
grant delete, insert, select, update on players to fairclick_app;

create table policy_override_requests (
  id uuid not null,
  campaign_id uuid,
  creator_id uuid,
  overridden jsonb not null,
  until timestamp with time zone not null,
  replaces integer,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  answered_by uuid,
  answered_at timestamp with time zone,
  revision integer,
  constraint policy_override_requests_pkey PRIMARY KEY (id),
  constraint policy_override_requests_answer CHECK ((((answered_by IS NULL) = (answered_at IS NULL)) AND ((revision IS NULL) OR (answered_by IS NOT NULL)))),
  constraint policy_override_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES operators(id),
  constraint policy_override_requests_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint policy_override_requests_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint policy_override_requests_lengths CHECK (((length(reason) <= 500) AND (length((overridden)::text) <= 1000))),
  constraint policy_override_requests_replaces_fkey FOREIGN KEY (replaces) REFERENCES policy_overrides(revision),
  constraint policy_override_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operators(id),
  constraint policy_override_requests_revision_fkey FOREIGN KEY (revision) REFERENCES policy_overrides(revision),
  constraint policy_override_requests_subject CHECK ((num_nonnulls(campaign_id, creator_id) = 1)),
  constraint policy_override_requests_two_operators CHECK (((revision IS NULL) OR ((answered_by <> requested_by) AND (answered_at < expires_at))))
);
CREATE INDEX policy_override_requests_open ON public.policy_override_requests USING btree (id) WHERE (answered_at IS NULL);
grant insert, select, update (answered_by, answered_at, revision) on policy_override_requests to fairclick_app;

create table policy_overrides (
  revision integer not null,
  campaign_id uuid,
  creator_id uuid,
  overridden jsonb not null,
  active_from timestamp with time zone not null,
  until timestamp with time zone not null,
  reason text not null,
  created_by uuid not null,
  approved_by uuid,
  created_at timestamp with time zone not null,
  constraint policy_overrides_pkey PRIMARY KEY (revision),
  constraint policy_overrides_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operators(id),
  constraint policy_overrides_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint policy_overrides_created_by_fkey FOREIGN KEY (created_by) REFERENCES operators(id),
  constraint policy_overrides_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES users(id),
  constraint policy_overrides_lengths CHECK (((length(reason) <= 500) AND (length((overridden)::text) <= 1000))),
  constraint policy_overrides_revision CHECK ((revision > 0)),
  constraint policy_overrides_span CHECK (((until > active_from) AND ((until - created_at) <= '8760:00:00'::interval) AND ((approved_by IS NULL) OR ((until - created_at) <= '720:00:00'::interval)))),
  constraint policy_overrides_subject CHECK ((num_nonnulls(campaign_id, creator_id) = 1)),
  constraint policy_overrides_two_operators CHECK ((approved_by <> created_by))
);
CREATE INDEX policy_overrides_campaign ON public.policy_overrides USING btree (campaign_id, revision);
CREATE INDEX policy_overrides_creator ON public.policy_overrides USING btree (creator_id, revision);
CREATE INDEX policy_overrides_until ON public.policy_overrides USING btree (until);
grant insert, select on policy_overrides to fairclick_app;

create table policy_shadow_clicks (
  shadow_id uuid not null,
  click_id uuid not null,
  clicked_at timestamp with time zone not null,
  from_verdict text not null,
  from_reason text,
  to_verdict text not null,
  to_reason text,
  constraint policy_shadow_clicks_pkey PRIMARY KEY (shadow_id, click_id),
  constraint policy_shadow_clicks_shadow_id_fkey FOREIGN KEY (shadow_id) REFERENCES policy_shadows(id) ON DELETE CASCADE
);
grant insert, select on policy_shadow_clicks to fairclick_app;

create table policy_shadow_links (
  shadow_id uuid not null,
  shard smallint not null,
  campaign_id uuid not null,
  creator_id uuid not null,
  clicks bigint not null,
  micros bigint not null,
  constraint policy_shadow_links_pkey PRIMARY KEY (shadow_id, shard, campaign_id, creator_id),
  constraint policy_shadow_links_shadow_id_fkey FOREIGN KEY (shadow_id) REFERENCES policy_shadows(id) ON DELETE CASCADE
);
grant insert, select, update (clicks, micros) on policy_shadow_links to fairclick_app;

create table policy_shadow_misses (
  shadow_id uuid not null,
  shard smallint not null,
  clicks bigint not null,
  in_a_row integer not null,
  failure text not null,
  constraint policy_shadow_misses_pkey PRIMARY KEY (shadow_id, shard),
  constraint policy_shadow_misses_lengths CHECK ((length(failure) <= 500)),
  constraint policy_shadow_misses_shadow_id_fkey FOREIGN KEY (shadow_id) REFERENCES policy_shadows(id) ON DELETE CASCADE
);
grant insert, select, update (clicks, in_a_row, failure) on policy_shadow_misses to fairclick_app;

create table policy_shadow_outcomes (
  shadow_id uuid not null,
  shard smallint not null,
  from_verdict text not null,
  from_reason text,
  to_verdict text not null,
  to_reason text,
  clicks bigint not null,
  micros bigint not null,
  constraint policy_shadow_outcomes_one_each UNIQUE NULLS NOT DISTINCT (shadow_id, shard, from_verdict, from_reason, to_verdict, to_reason),
  constraint policy_shadow_outcomes_shadow_id_fkey FOREIGN KEY (shadow_id) REFERENCES policy_shadows(id) ON DELETE CASCADE
);
grant insert, select, update (clicks, micros) on policy_shadow_outcomes to fairclick_app;

create table policy_shadows (
  id uuid not null,
  rules_version integer not null,
  base_version integer not null,
  policy jsonb not null,
  reason text not null,
  started_by uuid not null,
  started_at timestamp with time zone not null,
  until timestamp with time zone not null,
  ended_at timestamp with time zone,
  failure text,
  seen_at timestamp with time zone,
  constraint policy_shadows_pkey PRIMARY KEY (id),
  constraint policy_shadows_failure CHECK (((failure IS NULL) OR (ended_at IS NOT NULL))),
  constraint policy_shadows_lengths CHECK (((length(reason) <= 500) AND (length(failure) <= 500) AND (length((policy)::text) <= 10000))),
  constraint policy_shadows_started_by_fkey FOREIGN KEY (started_by) REFERENCES operators(id),
  constraint policy_shadows_times CHECK (((until > started_at) AND (until <= (started_at + '30 days'::interval))))
);
CREATE UNIQUE INDEX policy_shadows_one ON public.policy_shadows USING btree ((true));
grant delete, insert, select, update (ended_at, failure, seen_at) on policy_shadows to fairclick_app;

create table policy_versions (
  version integer not null,
  rules_version integer not null,
  origin text not null,
  active_from timestamp with time zone not null,
  policy jsonb not null,
  edits jsonb not null,
  reason text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint policy_versions_pkey PRIMARY KEY (version),
  constraint policy_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES operators(id),
  constraint policy_versions_lengths CHECK (((length(reason) <= 500) AND (length((policy)::text) <= 10000) AND (length((edits)::text) <= 10000))),
  constraint policy_versions_number CHECK (((version > 0) AND ((rules_version >= 1) AND (rules_version <= version)))),
  constraint policy_versions_operator CHECK (((origin = 'release'::text) = (created_by IS NULL))),
  constraint policy_versions_origin CHECK ((origin = ANY (ARRAY['release'::text, 'apply'::text, 'rollback'::text])))
);
grant insert, select on policy_versions to fairclick_app;

create table presences (
  user_id uuid not null,
  kind text not null,
  key text not null,
  seen_at timestamp with time zone not null,
  constraint presences_pkey PRIMARY KEY (user_id, kind, key),
  constraint presences_kind CHECK ((kind = ANY (ARRAY['ip'::text, 'device'::text]))),
  constraint presences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX presences_place ON public.presences USING btree (kind, key);
CREATE INDEX presences_seen ON public.presences USING btree (seen_at);
grant delete, insert, select, update on presences to fairclick_app;

create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expiry ON public.rate_limits USING btree (expire);
grant delete, insert, select, update on rate_limits to fairclick_app;

create table recoveries (
  id uuid not null,
  user_id uuid not null,
  address text not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  approved_by uuid,
  approved_at timestamp with time zone,
  due_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  finished_at timestamp with time zone,
  constraint recoveries_pkey PRIMARY KEY (id),
  constraint recoveries_approval CHECK ((((approved_by IS NULL) = (approved_at IS NULL)) AND ((approved_by IS NULL) = (due_at IS NULL)) AND (due_at > approved_at))),
  constraint recoveries_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operators(id),
  constraint recoveries_cancelled CHECK ((((cancelled_at IS NULL) = (cancelled_by IS NULL)) AND (cancelled_by = ANY (ARRAY['link'::text, 'session'::text, 'sign_in'::text, 'operator'::text])))),
  constraint recoveries_finished CHECK (((finished_at IS NULL) OR ((due_at IS NOT NULL) AND (finished_at >= due_at) AND (cancelled_at IS NULL)))),
  constraint recoveries_lengths CHECK (((length(address) <= 254) AND (length(reason) <= 500))),
  constraint recoveries_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operators(id),
  constraint recoveries_two_operators CHECK ((approved_by <> requested_by)),
  constraint recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX recoveries_due ON public.recoveries USING btree (due_at) WHERE ((cancelled_at IS NULL) AND (finished_at IS NULL));
CREATE UNIQUE INDEX recoveries_open ON public.recoveries USING btree (user_id) WHERE ((cancelled_at IS NULL) AND (finished_at IS NULL));
CREATE INDEX recoveries_user ON public.recoveries USING btree (user_id, finished_at);
grant delete, insert, select, update (approved_by, approved_at, due_at, cancelled_at, cancelled_by, finished_at) on recoveries to fairclick_app;

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on recovery_codes to fairclick_app;

create table refunds (
  id uuid not null,
  user_id uuid not null,
  deposit_id uuid not null,
  amount_micros bigint not null,
  status text not null default 'pending'::text,
  request_id uuid not null,
  attempt integer not null default 1,
  transaction_id uuid not null,
  stripe_refund_id text,
  failure_reason text,
  requested_at timestamp with time zone not null default now(),
  sending_at timestamp with time zone,
  retry_at timestamp with time zone,
  checked_at timestamp with time zone,
  held_at timestamp with time zone,
  hold_reason text,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_amount CHECK (((amount_micros > 0) AND ((amount_micros % (10000)::bigint) = 0))),
  constraint refunds_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint refunds_held CHECK (((held_at IS NULL) = (hold_reason IS NULL))),
  constraint refunds_request_taken UNIQUE (user_id, request_id, deposit_id),
  constraint refunds_status CHECK ((((status = 'pending'::text) AND (stripe_refund_id IS NULL) AND (failure_reason IS NULL)) OR ((status = ANY (ARRAY['sent'::text, 'succeeded'::text])) AND (stripe_refund_id IS NOT NULL) AND (failure_reason IS NULL)) OR ((status = 'failed'::text) AND (failure_reason IS NOT NULL)))),
  constraint refunds_stripe_refund_taken UNIQUE (stripe_refund_id),
  constraint refunds_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id),
  constraint refunds_transaction_taken UNIQUE (transaction_id),
  constraint refunds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX refunds_deposit ON public.refunds USING btree (deposit_id);
CREATE INDEX refunds_newest ON public.refunds USING btree (requested_at DESC, id DESC);
CREATE INDEX refunds_open ON public.refunds USING btree (requested_at) WHERE (status = 'pending'::text);
CREATE INDEX refunds_sent ON public.refunds USING btree (requested_at) WHERE (status = ANY (ARRAY['sent'::text, 'succeeded'::text]));
CREATE INDEX refunds_user ON public.refunds USING btree (user_id, requested_at DESC);
grant insert, select, update on refunds to fairclick_app;

create table reported_addresses (
  id uuid not null,
  address text not null,
  address_hash text not null,
  host text not null,
  state text not null default 'open'::text,
  opened_at timestamp with time zone not null,
  whole_host boolean not null default false,
  answer text,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint reported_addresses_pkey PRIMARY KEY (id),
  constraint reported_addresses_address_hash_key UNIQUE (address_hash),
  constraint reported_addresses_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(id),
  constraint reported_addresses_state CHECK ((((state = 'open'::text) AND (num_nonnulls(answer, decided_by, decided_at) = 0)) OR ((state = ANY (ARRAY['confirmed'::text, 'dismissed'::text])) AND (num_nulls(answer, decided_by, decided_at) = 0)))),
  constraint reported_addresses_whole_host CHECK (((NOT whole_host) OR (state = 'confirmed'::text)))
);
CREATE INDEX reported_addresses_confirmed ON public.reported_addresses USING btree (host) WHERE (state = 'confirmed'::text);
CREATE INDEX reported_addresses_state ON public.reported_addresses USING btree (state, id);
grant insert, select, update on reported_addresses to fairclick_app;

create table reversal_proposals (
  click_id uuid not null,
  clicked_at timestamp with time zone not null,
  signal text not null,
  evidence jsonb not null,
  ip_data_version integer not null,
  proposed_at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  dismissed_by uuid,
  constraint reversal_proposals_pkey PRIMARY KEY (click_id),
  constraint reversal_proposals_dismissal CHECK ((num_nulls(dismissed_at, dismissed_by) = ANY (ARRAY[0, 2]))),
  constraint reversal_proposals_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES operators(id)
);
CREATE INDEX reversal_proposals_age ON public.reversal_proposals USING btree (clicked_at);
grant delete, insert, select, update on reversal_proposals to fairclick_app;

create table reversal_requests (
  id uuid not null,
  selection jsonb not null,
  category text not null,
  reason text not null,
  clicks integer not null,
  micros bigint not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  approved_by uuid,
  approved_at timestamp with time zone,
  finished_at timestamp with time zone,
  declined_by uuid,
  declined_at timestamp with time zone,
  constraint reversal_requests_pkey PRIMARY KEY (id),
  constraint reversal_requests_amount CHECK (((clicks > 0) AND (micros > 0))),
  constraint reversal_requests_approval CHECK ((((approved_by IS NULL) = (approved_at IS NULL)) AND (approved_at < expires_at))),
  constraint reversal_requests_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operators(id),
  constraint reversal_requests_declined CHECK ((((declined_by IS NULL) = (declined_at IS NULL)) AND ((declined_at IS NULL) OR (approved_at IS NULL)))),
  constraint reversal_requests_declined_by_fkey FOREIGN KEY (declined_by) REFERENCES operators(id),
  constraint reversal_requests_finished CHECK (((finished_at IS NULL) OR (approved_at IS NOT NULL))),
  constraint reversal_requests_lengths CHECK (((length(reason) <= 500) AND (length((selection)::text) <= 100000))),
  constraint reversal_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operators(id),
  constraint reversal_requests_two_operators CHECK ((approved_by <> requested_by))
);
CREATE INDEX reversal_requests_open ON public.reversal_requests USING btree (id) WHERE ((finished_at IS NULL) AND (declined_at IS NULL));
grant insert, select, update (approved_by, approved_at, finished_at, declined_by, declined_at) on reversal_requests to fairclick_app;

create table reversal_sums (
  id uuid not null,
  operator_id uuid not null,
  at timestamp with time zone not null,
  micros bigint not null,
  constraint reversal_sums_pkey PRIMARY KEY (id),
  constraint reversal_sums_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint reversal_sums_positive CHECK ((micros > 0))
);
CREATE INDEX reversal_sums_operator ON public.reversal_sums USING btree (operator_id, at);
grant insert, select on reversal_sums to fairclick_app;

create table rule_trials (
  signal text not null,
  clicks bigint not null,
  joined bigint not null,
  returned bigint not null,
  accepted_clicks bigint not null,
  accepted_joined bigint not null,
  accepted_returned bigint not null,
  developers integer not null,
  others_clicks bigint not null,
  others_returned bigint not null,
  from_day date not null,
  to_day date not null,
  measured_at timestamp with time zone not null,
  constraint rule_trials_pkey PRIMARY KEY (signal)
);
grant delete, insert, select, update on rule_trials to fairclick_app;

create table secrets (
  name text not null,
  value bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint secrets_pkey PRIMARY KEY (name)
);
grant insert, select on secrets to fairclick_app;

create table sessions (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  user_agent text,
  used_at timestamp with time zone not null,
  proved_at timestamp with time zone not null,
  country text,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_end CHECK ((expires_at <= (created_at + '4320:00:00'::interval))),
  constraint sessions_id_taken UNIQUE (id),
  constraint sessions_token_hash_length CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
grant delete, insert, select, update on sessions to fairclick_app;

create table settlements (
  id uuid not null,
  shard smallint not null,
  watermark timestamp with time zone not null,
  policy_version integer not null,
  clicks integer not null,
  valid integer not null,
  paid_micros bigint not null,
  settled_at timestamp with time zone not null default now(),
  constraint settlements_pkey PRIMARY KEY (id)
);
CREATE INDEX settlements_newest ON public.settlements USING btree (settled_at DESC);
grant insert, select on settlements to fairclick_app;

create table share_link_counts (
  campaign_id uuid not null,
  creator_id uuid not null,
  event text not null,
  players bigint not null,
  constraint share_link_counts_pkey PRIMARY KEY (campaign_id, creator_id, event),
  constraint share_link_counts_campaign_id_creator_id_fkey FOREIGN KEY (campaign_id, creator_id) REFERENCES links(campaign_id, creator_id)
);
grant insert, select, update on share_link_counts to fairclick_app;

create table share_link_players (
  campaign_id uuid not null,
  event text not null,
  player bytea not null,
  creator_id uuid not null,
  reported_at timestamp with time zone not null,
  constraint share_link_players_pkey PRIMARY KEY (campaign_id, event, player),
  constraint share_link_players_campaign_id_creator_id_fkey FOREIGN KEY (campaign_id, creator_id) REFERENCES links(campaign_id, creator_id)
);
CREATE INDEX share_link_players_reported ON public.share_link_players USING btree (reported_at);
grant delete, insert, select on share_link_players to fairclick_app;

create table shared_click_quarters (
  campaign_id uuid not null,
  creator_id uuid not null,
  starts_at timestamp with time zone not null,
  valid bigint not null,
  constraint shared_click_quarters_pkey PRIMARY KEY (campaign_id, creator_id, starts_at)
);
CREATE INDEX shared_click_quarters_age ON public.shared_click_quarters USING btree (starts_at);
grant delete, insert, select, update on shared_click_quarters to fairclick_app;

create table sign_in_codes (
  code_hash bytea not null,
  browser_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_codes_pkey PRIMARY KEY (code_hash),
  constraint sign_in_codes_hash_lengths CHECK (((octet_length(code_hash) = 32) AND (octet_length(browser_hash) = 32))),
  constraint sign_in_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_codes_expiry ON public.sign_in_codes USING btree (expires_at);
CREATE INDEX sign_in_codes_user ON public.sign_in_codes USING btree (user_id);
grant delete, insert, select, update on sign_in_codes to fairclick_app;

create table stripe_events (
  id text not null,
  account text,
  type text not null,
  created_at timestamp with time zone not null,
  payload jsonb not null,
  received_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  processed_at timestamp with time zone,
  parked_at timestamp with time zone,
  error text,
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_open ON public.stripe_events USING btree (received_at) WHERE ((processed_at IS NULL) AND (parked_at IS NULL));
CREATE INDEX stripe_events_parked ON public.stripe_events USING btree (parked_at) WHERE (parked_at IS NOT NULL);
CREATE INDEX stripe_events_processed ON public.stripe_events USING btree (processed_at) WHERE (processed_at IS NOT NULL);
grant delete, insert, select, update on stripe_events to fairclick_app;

create table stripe_portal (
  only_row boolean not null default true,
  configuration_id text not null,
  constraint stripe_portal_pkey PRIMARY KEY (only_row),
  constraint stripe_portal_only_row CHECK (only_row)
);
grant insert, select, update on stripe_portal to fairclick_app;

create table suppressed_addresses (
  address text not null,
  reason text not null,
  at timestamp with time zone not null default now(),
  constraint suppressed_addresses_pkey PRIMARY KEY (address),
  constraint suppressed_addresses_lowercase CHECK ((address = lower(address)))
);
grant delete, insert, select, update on suppressed_addresses to fairclick_app;

create table terms_acceptances (
  user_id uuid not null,
  version integer not null,
  accepted_at timestamp with time zone not null,
  constraint terms_acceptances_pkey PRIMARY KEY (user_id, version),
  constraint terms_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant insert, select on terms_acceptances to fairclick_app;

create table ticket_messages (
  id uuid not null,
  ticket_id uuid not null,
  operator_id uuid,
  text text not null,
  at timestamp with time zone not null,
  constraint ticket_messages_pkey PRIMARY KEY (id),
  constraint ticket_messages_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint ticket_messages_text CHECK ((length(text) <= 8000)),
  constraint ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX ticket_messages_ticket ON public.ticket_messages USING btree (ticket_id, id);
grant delete, insert, select on ticket_messages to fairclick_app;

create table tickets (
  id uuid not null,
  user_id uuid,
  email text,
  category text not null,
  subject text not null,
  state text not null default 'waiting'::text,
  opened_at timestamp with time zone not null,
  waits_since timestamp with time zone,
  touched_at timestamp with time zone not null,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_lengths CHECK (((length(email) <= 254) AND (length(category) <= 40) AND (length(subject) <= 200))),
  constraint tickets_state CHECK (((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'closed'::text])) AND ((state = 'waiting'::text) = (waits_since IS NOT NULL)))),
  constraint tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint tickets_writer CHECK (((user_id IS NULL) <> (email IS NULL)))
);
CREATE INDEX tickets_listed ON public.tickets USING btree (state, id);
CREATE INDEX tickets_touched ON public.tickets USING btree (touched_at) WHERE (state <> 'waiting'::text);
CREATE INDEX tickets_user ON public.tickets USING btree (user_id, id);
grant delete, insert, select, update on tickets to fairclick_app;

create table totp_factors (
  user_id uuid not null,
  sealed_secret bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_factors_pkey PRIMARY KEY (user_id),
  constraint totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on totp_factors to fairclick_app;

create table user_notes (
  id uuid not null,
  user_id uuid not null,
  text text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null,
  constraint user_notes_pkey PRIMARY KEY (id),
  constraint user_notes_text CHECK (((length(text) >= 1) AND (length(text) <= 1000))),
  constraint user_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint user_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES operators(id)
);
CREATE INDEX user_notes_user ON public.user_notes USING btree (user_id, id);
CREATE INDEX user_notes_written ON public.user_notes USING btree (written_at);
grant delete, insert, select on user_notes to fairclick_app;

create table user_watches (
  user_id uuid not null,
  reason text not null,
  started_by uuid not null,
  started_at timestamp with time zone not null,
  until timestamp with time zone not null,
  renewed_by uuid,
  renewed_at timestamp with time zone,
  constraint user_watches_pkey PRIMARY KEY (user_id),
  constraint user_watches_reason CHECK ((length(reason) <= 500)),
  constraint user_watches_renewal CHECK (((renewed_by IS NULL) = (renewed_at IS NULL))),
  constraint user_watches_renewed_by_fkey FOREIGN KEY (renewed_by) REFERENCES operators(id),
  constraint user_watches_span CHECK (((until >= started_at) AND ((until - started_at) <= '336:00:00'::interval))),
  constraint user_watches_started_by_fkey FOREIGN KEY (started_by) REFERENCES operators(id),
  constraint user_watches_two_operators CHECK (COALESCE((renewed_by <> started_by), ((until - started_at) <= '168:00:00'::interval))),
  constraint user_watches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX user_watches_until ON public.user_watches USING btree (until);
grant delete, insert, select, update on user_watches to fairclick_app;

create table users (
  id uuid not null,
  username text not null,
  email text not null,
  password_hash text,
  google_subject text,
  email_verified_at timestamp with time zone,
  stripe_customer_id text,
  stripe_account_id text,
  stripe_account_verified boolean not null default false,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  stripe_account_attempt integer not null default 1,
  stripe_account_checked_at timestamp with time zone,
  suspension_reason text,
  deleted_at timestamp with time zone,
  credentials_changed_at timestamp with time zone,
  stripe_account_connected_at timestamp with time zone,
  stripe_customer_attempt integer not null default 1,
  reclaimed_at timestamp with time zone,
  reclaimed_parts text[],
  content_categories text[] not null default '{}'::text[],
  content_platforms text[] not null default '{}'::text[],
  country text,
  birth_month date,
  payout_guardian_id uuid,
  language text not null default 'en'::text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_birth_month CHECK ((EXTRACT(day FROM birth_month) = (1)::numeric)),
  constraint users_can_sign_in CHECK (
CASE
    WHEN (deleted_at IS NULL) THEN ((password_hash IS NOT NULL) OR (google_subject IS NOT NULL))
    ELSE ((password_hash IS NULL) AND (google_subject IS NULL) AND (suspended_at IS NOT NULL))
END),
  constraint users_content CHECK (((cardinality(content_categories) <= 30) AND (cardinality(content_platforms) <= 30))),
  constraint users_country CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint users_email_lowercase CHECK ((email = lower(email))),
  constraint users_language CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint users_payout_guardian_id_fkey FOREIGN KEY (payout_guardian_id) REFERENCES guardians(id),
  constraint users_reclaimed CHECK (((reclaimed_at IS NULL) = (reclaimed_parts IS NULL))),
  constraint users_suspension_reason CHECK (((suspension_reason IS NULL) OR (suspended_at IS NOT NULL)))
);
CREATE INDEX users_deleted ON public.users USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX users_email_taken ON public.users USING btree (email);
CREATE UNIQUE INDEX users_google_subject_taken ON public.users USING btree (google_subject);
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_payout_guardian ON public.users USING btree (payout_guardian_id) WHERE (payout_guardian_id IS NOT NULL);
CREATE UNIQUE INDEX users_stripe_account_taken ON public.users USING btree (stripe_account_id);
CREATE UNIQUE INDEX users_stripe_customer_taken ON public.users USING btree (stripe_customer_id);
CREATE UNIQUE INDEX users_username_taken ON public.users USING btree (lower(username));
CREATE TRIGGER users_notify AFTER UPDATE OF suspended_at ON public.users FOR EACH ROW WHEN ((old.suspended_at IS DISTINCT FROM new.suspended_at)) EXECUTE FUNCTION notify_suspension();
grant delete, insert, select, update on users to fairclick_app;

create table webhook_deliveries (
  endpoint_id uuid not null,
  event_id uuid not null,
  event text not null,
  body text not null,
  at timestamp with time zone not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  response_status integer,
  problem text,
  constraint webhook_deliveries_pkey PRIMARY KEY (endpoint_id, event_id),
  constraint webhook_deliveries_due CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_due_first ON public.webhook_deliveries USING btree (endpoint_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_oldest ON public.webhook_deliveries USING btree (at);
grant delete, insert, select, update on webhook_deliveries to fairclick_app;

create table webhook_endpoints (
  id uuid not null,
  user_id uuid not null,
  url text not null,
  events text[] not null,
  secret_version integer not null default 1,
  rotated_at timestamp with time zone,
  failures integer not null default 0,
  retry_at timestamp with time zone,
  disabled text,
  created_at timestamp with time zone not null,
  summed_at timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_disabled CHECK ((disabled = ANY (ARRAY['failures'::text, 'owner'::text]))),
  constraint webhook_endpoints_events CHECK (((cardinality(events) >= 1) AND (cardinality(events) <= 50))),
  constraint webhook_endpoints_url CHECK ((length(url) <= 500)),
  constraint webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX webhook_endpoints_summed ON public.webhook_endpoints USING btree (summed_at NULLS FIRST) WHERE (disabled IS NULL);
CREATE INDEX webhook_endpoints_user ON public.webhook_endpoints USING btree (user_id);
grant delete, insert, select, update on webhook_endpoints to fairclick_app;

create table webhook_marks (
  user_id uuid not null,
  campaign_id uuid not null,
  side text not null,
  reported jsonb not null,
  checked_at timestamp with time zone not null,
  constraint webhook_marks_pkey PRIMARY KEY (user_id, campaign_id, side),
  constraint webhook_marks_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint webhook_marks_side CHECK ((side = ANY (ARRAY['campaign'::text, 'link'::text]))),
  constraint webhook_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
grant delete, insert, select, update on webhook_marks to fairclick_app;

create table withdrawals (
  id uuid not null,
  user_id uuid not null,
  amount_micros bigint not null,
  status text not null default 'pending'::text,
  request_id uuid,
  attempt integer not null default 1,
  stripe_account_id text not null,
  transfer_id text,
  payout_id text,
  returned_micros bigint not null default 0,
  failure_reason text,
  requested_at timestamp with time zone not null default now(),
  sending_at timestamp with time zone,
  retry_at timestamp with time zone,
  completed_at timestamp with time zone,
  payout_checked_at timestamp with time zone,
  held_at timestamp with time zone,
  hold_reason text,
  hold_kinds text[],
  hold_until timestamp with time zone,
  currency text not null default 'usd'::text,
  needs_confirmed_email boolean not null default false,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_amount CHECK (((amount_micros > 0) AND ((amount_micros % (10000)::bigint) = 0))),
  constraint withdrawals_currency CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint withdrawals_held CHECK (((held_at IS NULL) = (hold_reason IS NULL))),
  constraint withdrawals_hold_kinds CHECK ((((hold_kinds IS NULL) OR (held_at IS NOT NULL)) AND ((hold_until IS NULL) OR (hold_kinds IS NOT NULL)))),
  constraint withdrawals_request_taken UNIQUE (user_id, request_id),
  constraint withdrawals_returned CHECK (((returned_micros >= 0) AND (returned_micros <= amount_micros) AND ((returned_micros = 0) OR (transfer_id IS NOT NULL)) AND ((returned_micros < amount_micros) OR (status = 'failed'::text)))),
  constraint withdrawals_status CHECK ((((status = 'pending'::text) AND (transfer_id IS NULL) AND (completed_at IS NULL) AND (failure_reason IS NULL)) OR ((status = 'completed'::text) AND (transfer_id IS NOT NULL) AND (completed_at IS NOT NULL)) OR ((status = 'failed'::text) AND (failure_reason IS NOT NULL)))),
  constraint withdrawals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX withdrawals_account ON public.withdrawals USING btree (stripe_account_id);
CREATE INDEX withdrawals_newest ON public.withdrawals USING btree (requested_at DESC, id DESC);
CREATE INDEX withdrawals_on_hold ON public.withdrawals USING btree (requested_at DESC, id DESC) WHERE (held_at IS NOT NULL);
CREATE UNIQUE INDEX withdrawals_one_pending ON public.withdrawals USING btree (user_id) WHERE (status = 'pending'::text);
CREATE INDEX withdrawals_open ON public.withdrawals USING btree (requested_at) WHERE (status = 'pending'::text);
CREATE INDEX withdrawals_paid_out ON public.withdrawals USING btree (completed_at) WHERE ((status = 'completed'::text) AND (payout_id IS NOT NULL));
CREATE UNIQUE INDEX withdrawals_payout_taken ON public.withdrawals USING btree (payout_id);
CREATE INDEX withdrawals_resuming ON public.withdrawals USING btree (hold_until) WHERE (hold_kinds = '{unproved}'::text[]);
CREATE UNIQUE INDEX withdrawals_transfer_taken ON public.withdrawals USING btree (transfer_id);
CREATE INDEX withdrawals_user ON public.withdrawals USING btree (user_id, requested_at DESC);
CREATE INDEX withdrawals_watched ON public.withdrawals USING btree (user_id) WHERE ((status = 'pending'::text) AND (hold_kinds @> '{watched}'::text[]));
CREATE INDEX withdrawals_without_payout ON public.withdrawals USING btree (completed_at) WHERE ((status = 'completed'::text) AND (payout_id IS NULL));
grant insert, select, update on withdrawals to fairclick_app;

create table worker_heartbeats (
  worker_id uuid not null,
  host text not null,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  last_job_at timestamp with time zone,
  stopped_at timestamp with time zone,
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);
grant delete, insert, select, update on worker_heartbeats to fairclick_app;

CREATE OR REPLACE FUNCTION public.anonymise_click_day(day date)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed bigint;
begin
  update clicks set ip = null, ip_key = null, device_key = null, weak_key = null, user_agent = null
  where clicked_at >= day::timestamp at time zone 'UTC'
    and clicked_at < (day + 1)::timestamp at time zone 'UTC'
    and num_nonnulls(ip, ip_key, device_key, weak_key, user_agent) > 0;
  get diagnostics changed = row_count;
  insert into anonymised_click_days (day) values (day) on conflict do nothing;
  return changed;
end
$function$
;
grant execute on function anonymise_click_day(date) to fairclick_app;

CREATE OR REPLACE FUNCTION public.click_days_before(before_day date)
 RETURNS SETOF date
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select to_date(right(relname, 8), 'YYYYMMDD') as day
  from pg_inherits join pg_class on oid = inhrelid
  where inhparent = 'clicks'::regclass and relname ~ '^clicks_\d{8}$'
    and to_date(right(relname, 8), 'YYYYMMDD') < before_day
  order by day
$function$
;
grant execute on function click_days_before(date) to fairclick_app;

CREATE OR REPLACE FUNCTION public.click_signal_names(signals jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT (found.signal ->> 'signal'::text) FROM jsonb_array_elements(click_signal_names.signals) found(signal))
;
grant execute on function click_signal_names(jsonb) to public;

CREATE OR REPLACE FUNCTION public.conversion_state(verdict text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE verdict WHEN 'valid'::text THEN 'counted'::text WHEN 'held'::text THEN 'held'::text WHEN 'pending'::text THEN 'waiting'::text ELSE 'off'::text END
;
grant execute on function conversion_state(text) to public;

CREATE OR REPLACE FUNCTION public.count_conversions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function count_conversions() to public;

CREATE OR REPLACE FUNCTION public.decide_clicks(act uuid, by_operator uuid, kind text, told text, moved_by uuid, ids uuid[], clicked_ats timestamp with time zone[])
 RETURNS TABLE(click_id uuid, clicked_at timestamp with time zone, campaign_id uuid, creator_id uuid, verdict_before text, reason_before text, micros_before bigint, verdict text, reason text, micros bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  with changed as (
    update clicks c set
      verdict = case kind when 'approve' then 'valid' when 'hold' then 'held' else 'invalid' end,
      reason = case kind when 'approve' then null when 'reverse' then 'reversed'
        when 'hold' then h.reason_before else b.reason end,
      transaction_id = case kind when 'approve' then moved_by end,
      paid_micros = case kind when 'approve' then b.price_micros else 0 end
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
      b.paid_micros as micros_before, b.transaction_id as paid_by
  ),
  written as (
    insert into click_decisions (act_id, action, operator_id, click_id, clicked_at, campaign_id,
      creator_id, settlement_id, verdict_before, reason_before, category, micros, transaction_id, paid_by)
    select act, kind, by_operator, id, clicked_at, campaign_id, creator_id, settlement_id,
      verdict_before, reason_before, told, paid_micros - micros_before, moved_by, paid_by
    from changed
  )
  select id, clicked_at, campaign_id, creator_id, verdict_before, reason_before, micros_before,
    verdict, reason, paid_micros
  from changed
$function$
;
grant execute on function decide_clicks(uuid,uuid,text,text,uuid,uuid[],timestamp with time zone[]) to fairclick_app;

CREATE OR REPLACE FUNCTION public.drop_click_day(day date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '10s'
AS $function$
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
  if undecided then
    return false;
  end if;
  execute format(
    'insert into dropped_clicks (day, campaign_id, creator_id, hour, verdict, reason, settlement_id,
       transaction_id, clicks, paid_micros)
     select %L, campaign_id, creator_id, date_trunc(''hour'', clicked_at, ''UTC''), verdict,
       coalesce(reason, ''''), settlement_id, transaction_id, count(*), sum(paid_micros)
     from %I group by 2, 3, 4, 5, 6, 7, 8', day, name
  );
  execute format('drop table %I', name);
  return true;
end
$function$
;
grant execute on function drop_click_day(date) to fairclick_app;

CREATE OR REPLACE FUNCTION public.follow_verdict()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update conversions set state = conversion_state(new.verdict)
  where click_id = new.id and state <> conversion_state(new.verdict);
  return null;
end
$function$
;
grant execute on function follow_verdict() to public;

CREATE OR REPLACE FUNCTION public.invalidate_held_clicks(click_ids uuid[], clicked_ats timestamp with time zone[], reasons text[], found jsonb[], version integer, campaign_overrides integer[], creator_overrides integer[])
 RETURNS TABLE(click_id uuid, clicked_at timestamp with time zone, creator_id uuid, reason_before text, reason text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  update clicks c set verdict = 'invalid', reason = again.reason, signals = again.signals,
    policy_version = version, campaign_override = again.campaign_override,
    creator_override = again.creator_override
  from unnest(click_ids, clicked_ats, reasons, found, campaign_overrides, creator_overrides)
    as again (id, clicked_at, reason, signals, campaign_override, creator_override)
  join clicks b on b.id = again.id and b.clicked_at = again.clicked_at
  where c.id = again.id and c.clicked_at = again.clicked_at and c.verdict = 'held'
    and b.verdict = 'held'
  returning c.id, c.clicked_at, c.creator_id, b.reason, c.reason
$function$
;
grant execute on function invalidate_held_clicks(uuid[],timestamp with time zone[],text[],jsonb[],integer,integer[],integer[]) to fairclick_app;

CREATE OR REPLACE FUNCTION public.judged_conversions(asked uuid[])
 RETURNS TABLE(click_id uuid, event text, state text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function judged_conversions(uuid[]) to fairclick_app;

CREATE OR REPLACE FUNCTION public.keep_audience()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$
;
grant execute on function keep_audience() to public;

CREATE OR REPLACE FUNCTION public.ledger_apply_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'on'
AS $function$
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

  perform 1 from ledger_accounts a where a.id = any (account_ids) order by a.id for no key update;
  update ledger_accounts a set balance_micros = a.balance_micros + d.delta
  from unnest(account_ids, deltas) as d (id, delta) where a.id = d.id;
  get diagnostics affected = row_count;
  if affected <> cardinality(account_ids) then
    raise exception 'ledger: entry for an unknown account'
      using errcode = '23514', constraint = 'ledger_account_known';
  end if;
  return null;
end
$function$
;
grant execute on function ledger_apply_entries() to public;

CREATE OR REPLACE FUNCTION public.ledger_check_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
$function$
;
grant execute on function ledger_check_balanced() to public;

CREATE OR REPLACE FUNCTION public.ledger_lock_accounts(kinds text[], owner_ids uuid[])
 RETURNS TABLE(id bigint, kind text, owner_id uuid, balance_micros bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  select a.id, a.kind, a.owner_id, a.balance_micros
  from unnest(kinds, owner_ids) as wanted (kind, owner_id)
  join ledger_accounts a on a.kind = wanted.kind and a.owner_id = wanted.owner_id
  order by a.id for no key update of a
$function$
;
grant execute on function ledger_lock_accounts(text[],uuid[]) to fairclick_app;

CREATE OR REPLACE FUNCTION public.ledger_move_lots()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_nestloop TO 'on'
AS $function$
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
$function$
;
grant execute on function ledger_move_lots() to public;

CREATE OR REPLACE FUNCTION public.make_click_partitions(from_day date, to_day date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  day date;
  name text;
  starts timestamptz;
  ends timestamptz;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('make_click_partitions'));
  for day in select generate_series(from_day, to_day, interval '1 day')::date loop
    name := 'clicks_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    starts := day::timestamp at time zone 'UTC';
    ends := (day + 1)::timestamp at time zone 'UTC';
    execute format('create table %I (like clicks including defaults including constraints)', name);
    execute format(
      'with moved as (delete from clicks_default where clicked_at >= %L and clicked_at < %L returning *)
       insert into %I select * from moved', starts, ends, name
    );
    execute format('alter table clicks attach partition %I for values from (%L) to (%L)', name, starts, ends);
    made := made + 1;
  end loop;
  return made;
end
$function$
;
grant execute on function make_click_partitions(date,date) to fairclick_app;

CREATE OR REPLACE FUNCTION public.notify_ip_data_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('ip_data_changed', '');
  return null;
end
$function$
;
grant execute on function notify_ip_data_change() to public;

CREATE OR REPLACE FUNCTION public.notify_link_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'links' then
    perform pg_notify('link_changed', new.campaign_id || ':' || new.creator_id);
  else
    perform pg_notify('link_changed', new.id || ':*');
  end if;
  return null;
end
$function$
;
grant execute on function notify_link_change() to public;

CREATE OR REPLACE FUNCTION public.notify_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
begin
  perform pg_notify('notice', coalesce(new.user_id::text, ''));
  return null;
end $function$
;
grant execute on function notify_notice() to public;

CREATE OR REPLACE FUNCTION public.notify_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('link_changed', '*:' || new.id);
  perform pg_notify('link_changed', id || ':*') from campaigns where developer_id = new.id;
  return null;
end
$function$
;
grant execute on function notify_suspension() to public;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = '55000', constraint = 'append_only';
end
$function$
;
grant execute on function refuse_change() to public;

CREATE OR REPLACE FUNCTION public.refuse_token_revival()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'A revoked token stays revoked' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;
grant execute on function refuse_token_revival() to public;

CREATE OR REPLACE FUNCTION public.total_impressions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
grant execute on function total_impressions() to public;

create view all_clicks as
 SELECT clicks.id,
    clicks.clicked_at,
    clicks.campaign_id,
    clicks.creator_id,
    clicks.ip,
    clicks.ip_key,
    clicks.device_key,
    clicks.device_known,
    clicks.method,
    clicks.user_agent,
    clicks.referrer,
    clicks.country,
    clicks.asn,
    clicks.signals,
    clicks.recorded_at,
    clicks.verdict,
    clicks.reason,
    clicks.policy_version,
    clicks.settlement_id,
    clicks.transaction_id,
    clicks.paid_micros,
    clicks.ip_data_version,
    clicks.campaign_override,
    clicks.creator_override
   FROM clicks
UNION ALL
 SELECT pending_clicks.id,
    pending_clicks.clicked_at,
    pending_clicks.campaign_id,
    pending_clicks.creator_id,
    pending_clicks.ip,
    pending_clicks.ip_key,
    pending_clicks.device_key,
    pending_clicks.device_known,
    pending_clicks.method,
    pending_clicks.user_agent,
    pending_clicks.referrer,
    pending_clicks.country,
    pending_clicks.asn,
    pending_clicks.signals,
    pending_clicks.recorded_at,
    'pending'::text AS verdict,
    NULL::text AS reason,
    NULL::integer AS policy_version,
    NULL::uuid AS settlement_id,
    NULL::uuid AS transaction_id,
    0 AS paid_micros,
    pending_clicks.ip_data_version,
    NULL::integer AS campaign_override,
    NULL::integer AS creator_override
   FROM pending_clicks;
grant select on all_clicks to fairclick_app;

create view counted_clicks as
 SELECT clicks.creator_id,
    clicks.settlement_id,
    clicks.transaction_id,
    (1)::bigint AS clicks,
    clicks.paid_micros
   FROM clicks
UNION ALL
 SELECT dropped_clicks.creator_id,
    dropped_clicks.settlement_id,
    dropped_clicks.transaction_id,
    dropped_clicks.clicks,
    dropped_clicks.paid_micros
   FROM dropped_clicks;
grant select on counted_clicks to fairclick_app;

create view counted_visits as
 SELECT clicks.campaign_id,
    clicks.creator_id,
    date_bin('00:15:00'::interval, clicks.clicked_at, '2000-01-01 00:00:00+00'::timestamp with time zone) AS starts_at,
    ((clicks.clicked_at AT TIME ZONE 'UTC'::text))::date AS day,
    clicks.verdict,
    clicks.reason,
    clicks.country,
    clicks.device_class,
    clicks.browser,
    clicks.referrer_host,
    (1)::bigint AS clicks,
    clicks.paid_micros AS micros,
        CASE
            WHEN (clicks.verdict = 'held'::text) THEN clicks.price_micros
            ELSE (0)::bigint
        END AS held_micros,
    clicks.label
   FROM clicks
UNION ALL
 SELECT dropped_clicks.campaign_id,
    dropped_clicks.creator_id,
    dropped_clicks.hour AS starts_at,
    ((dropped_clicks.hour AT TIME ZONE 'UTC'::text))::date AS day,
    dropped_clicks.verdict,
    NULLIF(dropped_clicks.reason, ''::text) AS reason,
    NULL::text AS country,
    NULL::text AS device_class,
    NULL::text AS browser,
    NULL::text AS referrer_host,
    dropped_clicks.clicks,
    dropped_clicks.paid_micros AS micros,
    0 AS held_micros,
    NULL::text AS label
   FROM dropped_clicks;
grant select on counted_visits to fairclick_app;

create view reports.audit as
 SELECT a.id,
    a.at,
    o.name AS operator,
    a.action,
    a.subject,
    a.reason
   FROM (audit_log a
     LEFT JOIN operators o ON ((o.id = a.actor_id)))
  WHERE (a.actor_kind = 'operator'::text);
comment on view reports.audit is 'What operators did. `fairclick audit` also shows the values before and after.';
grant select on reports.audit to fairclick_reader;

create view reports.balances as
 SELECT id AS account_id,
    kind,
    owner_id,
    balance_micros
   FROM ledger_accounts a;
comment on view reports.balances is 'The accounts of the ledger.';
comment on column reports.balances.owner_id is 'A user, or the campaign of an escrow; null for the platform.';
comment on column reports.balances.balance_micros is 'Millionths of a dollar.';
grant select on reports.balances to fairclick_reader;

create view reports.campaigns as
 SELECT g.id,
    g.name,
    g.game_title,
    g.game_url,
    g.developer_id,
    u.username AS developer,
    g.budget_micros,
    g.fee_micros,
    g.created_at,
    g.starts_at,
    g.ends_at,
    g.funded_at,
    g.paused_at,
    g.forced_pause_by,
    g.disabled_at,
    g.ended_early_at,
    g.released_at,
    g.click_rules,
    g.join_rule
   FROM (campaigns g
     LEFT JOIN users u ON ((u.id = g.developer_id)));
comment on view reports.campaigns is 'All campaigns.';
comment on column reports.campaigns.budget_micros is 'The budget with all additions, in millionths of a dollar.';
comment on column reports.campaigns.fee_micros is 'Fee per paid click, in millionths of a dollar.';
comment on column reports.campaigns.forced_pause_by is 'Who paused it so that its owner cannot resume it: operator, platform, review or report.';
comment on column reports.campaigns.released_at is 'When the rest of the budget was returned.';
grant select on reports.campaigns to fairclick_reader;

create view reports.click_decisions as
 SELECT d.id,
    d.act_id,
    d.decided_at,
    d.action,
    o.name AS operator,
    d.click_id,
    d.clicked_at,
    d.campaign_id,
    d.creator_id,
    d.verdict_before,
    d.reason_before,
    d.category,
    d.micros,
    d.transaction_id
   FROM (click_decisions d
     LEFT JOIN operators o ON ((o.id = d.operator_id)));
comment on view reports.click_decisions is 'Clicks that operators approved, rejected, reversed or held again.';
comment on column reports.click_decisions.act_id is 'The same for all clicks that one act decided.';
comment on column reports.click_decisions.operator is 'Null if the creator''s proof approved the click.';
comment on column reports.click_decisions.micros is 'What the creator got (or lost, below 0), in millionths of a dollar.';
grant select on reports.click_decisions to fairclick_reader;

create view reports.clicks as
 SELECT c.id,
    c.clicked_at,
    c.recorded_at,
    c.campaign_id,
    g.name AS campaign,
    c.creator_id,
    u.username AS creator,
    c.label,
    c.verdict,
    c.reason,
    click_signal_names(c.signals) AS signals,
    c.policy_version,
    c.price_micros,
    c.paid_micros,
    c.transaction_id,
    c.country,
    c.asn,
    network(set_masklen(c.ip,
        CASE family(c.ip)
            WHEN 4 THEN 24
            ELSE 48
        END)) AS network,
    c.device_class,
    c.browser,
    c.referrer_host,
    c.device_known
   FROM ((clicks c
     LEFT JOIN campaigns g ON ((g.id = c.campaign_id)))
     LEFT JOIN users u ON ((u.id = c.creator_id)));
comment on view reports.clicks is 'Judged clicks that are still stored. Filter by clicked_at: there is one partition per day.';
comment on column reports.clicks.label is 'Name of the place in a named link; null without one.';
comment on column reports.clicks.verdict is 'valid, invalid, held or unpaid.';
comment on column reports.clicks.reason is 'The signal that decided; null if valid.';
comment on column reports.clicks.signals is 'Names of all signals.';
comment on column reports.clicks.price_micros is 'Price of the campaign when the click was judged, in millionths of a dollar.';
comment on column reports.clicks.paid_micros is 'What the creator was paid, in millionths of a dollar; 0 unless valid.';
comment on column reports.clicks.transaction_id is 'The ledger transaction that paid.';
comment on column reports.clicks.network is 'The /24 of an IPv4 or /48 of an IPv6 address; null once the click is anonymised.';
comment on column reports.clicks.device_known is 'Whether the device had a cookie.';
grant select on reports.clicks to fairclick_reader;

create view reports.conversions as
 SELECT click_id,
    event,
    campaign_id,
    creator_id,
    clicked_at,
    happened_at,
    received_at,
    value_micros,
    state
   FROM conversions v;
comment on view reports.conversions is 'What games reported about the players of clicks.';
comment on column reports.conversions.state is 'waiting for the click''s verdict, held, counted, or off.';
grant select on reports.conversions to fairclick_reader;

create view reports.deposits as
 SELECT d.id,
    d.user_id,
    u.username,
    d.amount_micros,
    d.status,
    d.created_at,
    d.completed_at
   FROM (deposits d
     LEFT JOIN users u ON ((u.id = d.user_id)));
comment on view reports.deposits is 'Payments into wallets.';
grant select on reports.deposits to fairclick_reader;

create view reports.ledger as
 SELECT e.transaction_id,
    t.created_at AS at,
    t.kind,
    t.reverses,
    e.account_id,
    a.kind AS account,
    a.owner_id,
    e.micros,
    e.quantity,
    e.unit_micros
   FROM ((ledger_entries e
     JOIN ledger_transactions t ON ((t.id = e.transaction_id)))
     JOIN ledger_accounts a ON ((a.id = e.account_id)));
comment on view reports.ledger is 'Entries of the ledger, each with its transaction. The entries of a transaction sum to zero.';
comment on column reports.ledger.reverses is 'The transaction that this one undoes.';
comment on column reports.ledger.owner_id is 'A user, or the campaign of an escrow; null for the platform.';
comment on column reports.ledger.micros is 'Millionths of a dollar; above 0 the account gets them.';
comment on column reports.ledger.quantity is 'Number of clicks, times unit_micros; null for other entries.';
grant select on reports.ledger to fairclick_reader;

create view reports.links as
 SELECT l.code,
    l.campaign_id,
    g.name AS campaign,
    l.creator_id,
    u.username AS creator,
    l.joined_at,
    l.disabled_at,
    l.disabled_by,
    l.labels
   FROM ((links l
     LEFT JOIN campaigns g ON ((g.id = l.campaign_id)))
     LEFT JOIN users u ON ((u.id = l.creator_id)));
comment on view reports.links is 'All links: a creator''s participation in a campaign.';
grant select on reports.links to fairclick_reader;

create view reports.pending_clicks as
 SELECT id,
    clicked_at,
    recorded_at,
    campaign_id,
    creator_id,
    label,
    click_signal_names(signals) AS signals,
    country,
    asn,
    device_class,
    browser
   FROM pending_clicks c;
comment on view reports.pending_clicks is 'Clicks that are recorded and not judged yet.';
grant select on reports.pending_clicks to fairclick_reader;

create view reports.policy_override_requests as
 SELECT r.id,
    r.campaign_id,
    g.name AS campaign,
    r.creator_id,
    u.username AS creator,
    r.overridden,
    r.until,
    r.replaces,
    r.reason,
    requester.name AS requested_by,
    r.requested_at,
    r.expires_at,
    responder.name AS answered_by,
    r.answered_at,
    r.revision
   FROM ((((policy_override_requests r
     LEFT JOIN campaigns g ON ((g.id = r.campaign_id)))
     LEFT JOIN users u ON ((u.id = r.creator_id)))
     JOIN operators requester ON ((requester.id = r.requested_by)))
     LEFT JOIN operators responder ON ((responder.id = r.answered_by)));
comment on view reports.policy_override_requests is 'Requests for values less strict than the policy, which a second operator approves or refuses.';
comment on column reports.policy_override_requests.replaces is 'The revision that it replaces; null without one.';
comment on column reports.policy_override_requests.revision is 'The revision that the approval made; null if it was not approved.';
grant select on reports.policy_override_requests to fairclick_reader;

create view reports.policy_overrides as
 SELECT o.revision,
    o.campaign_id,
    g.name AS campaign,
    o.creator_id,
    u.username AS creator,
    o.overridden,
    o.active_from,
    o.until,
    o.reason,
    setter.name AS set_by,
    approver.name AS approved_by,
    o.created_at
   FROM ((((policy_overrides o
     LEFT JOIN campaigns g ON ((g.id = o.campaign_id)))
     LEFT JOIN users u ON ((u.id = o.creator_id)))
     JOIN operators setter ON ((setter.id = o.created_by)))
     LEFT JOIN operators approver ON ((approver.id = o.approved_by)));
comment on view reports.policy_overrides is 'Values of the policy for one campaign or one creator. A newer revision of the same subject replaces an older one.';
comment on column reports.policy_overrides.overridden is 'The values; empty if the revision only ends an earlier one.';
comment on column reports.policy_overrides.approved_by is 'The second operator, who allowed values less strict than the policy; null if they are stricter.';
grant select on reports.policy_overrides to fairclick_reader;

create view reports.users as
 SELECT id,
    username,
    created_at,
    (email_verified_at IS NOT NULL) AS email_verified,
    stripe_account_verified AS payouts_verified,
    country,
    suspended_at,
    deleted_at
   FROM users u;
comment on view reports.users is 'All accounts, without mail addresses, dates of birth and secrets.';
grant select on reports.users to fairclick_reader;

create view reports.withdrawals as
 SELECT w.id,
    w.user_id,
    u.username,
    w.amount_micros,
    w.returned_micros,
    w.status,
    w.requested_at,
    w.held_at,
    w.hold_kinds,
    w.sending_at,
    w.completed_at
   FROM (withdrawals w
     LEFT JOIN users u ON ((u.id = w.user_id)));
comment on view reports.withdrawals is 'Payouts of earnings.';
comment on column reports.withdrawals.returned_micros is 'What the bank returned, in millionths of a dollar.';
comment on column reports.withdrawals.status is 'pending, completed or failed.';
grant select on reports.withdrawals to fairclick_reader;
