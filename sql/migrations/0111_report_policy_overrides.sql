-- Overrides of the policy for `fairclick sql`: no personal data beyond the names that other views show.
create view reports.policy_overrides as
select o.revision, o.campaign_id, g.name as campaign, o.creator_id, u.username as creator,
  o.overridden, o.active_from, o.until, o.reason, setter.name as set_by, approver.name as approved_by,
  o.created_at
from policy_overrides o
left join campaigns g on g.id = o.campaign_id
left join users u on u.id = o.creator_id
join operators setter on setter.id = o.created_by
left join operators approver on approver.id = o.approved_by;
comment on view reports.policy_overrides is 'Values of the policy for one campaign or one creator. A newer revision of the same subject replaces an older one.';
comment on column reports.policy_overrides.overridden is 'The values; empty if the revision only ends an earlier one.';
comment on column reports.policy_overrides.approved_by is 'The second operator, who allowed values less strict than the policy; null if they are stricter.';

create view reports.policy_override_requests as
select r.id, r.campaign_id, g.name as campaign, r.creator_id, u.username as creator, r.overridden,
  r.until, r.replaces, r.reason, requester.name as requested_by, r.requested_at, r.expires_at,
  responder.name as answered_by, r.answered_at, r.revision
from policy_override_requests r
left join campaigns g on g.id = r.campaign_id
left join users u on u.id = r.creator_id
join operators requester on requester.id = r.requested_by
left join operators responder on responder.id = r.answered_by;
comment on view reports.policy_override_requests is 'Requests for values less strict than the policy, which a second operator approves or refuses.';
comment on column reports.policy_override_requests.replaces is 'The revision that it replaces; null without one.';
comment on column reports.policy_override_requests.revision is 'The revision that the approval made; null if it was not approved.';

grant select on reports.policy_overrides, reports.policy_override_requests to fairclick_reader;
