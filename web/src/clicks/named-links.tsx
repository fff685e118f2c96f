import type { NamedLink } from "@fairclick/core/campaigns/campaign";
import { MAX_LINK_NAME_LENGTH, MAX_LINK_NAMES } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure, errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { readQuery } from "../queries/read";
import { Button } from "../ui/button";
import { CopyLink, DISCLOSURE, LinkText, ShareButton } from "../ui/copy-button";
import { Form, TextField } from "../ui/fields";
import { Count, Money } from "../ui/figures";
import { notify } from "../ui/notify";

type NamedLinksProps = { campaignId: string; title: string };

/** Short addresses of one link for different places, each with its own figures. */
export function NamedLinks({ campaignId, title }: NamedLinksProps) {
  const { data: links } = useSuspenseQuery(namedLinksQuery(campaignId));
  const kept = links.filter(({ removed }) => !removed);
  return (
    <div className="space-y-5">
      <p className="text-soft text-sm">
        {t`Name each place where you post the link, such as bio or video-12, to see what it brings. All names are one link: clicks are judged and paid together.`}
      </p>
      {links.length > 0 ? (
        <ul className="space-y-5">
          {links.map((link) => (
            <NamedLinkItem key={link.name} link={link} campaignId={campaignId} title={title} />
          ))}
        </ul>
      ) : null}
      {kept.length < MAX_LINK_NAMES ? (
        <AddName campaignId={campaignId} />
      ) : (
        <p>{t`A link has at most ${MAX_LINK_NAMES} names. Remove one to add another.`}</p>
      )}
    </div>
  );
}

type NamedLinkItemProps = NamedLinksProps & { link: NamedLink };

function NamedLinkItem({ link, campaignId, title }: NamedLinkItemProps) {
  const { name, clicks, earnings, removed } = link;
  const remove = useChange(
    campaignId,
    () => api.links[":campaignId"].names[":name"].$delete({ param: { campaignId, name } }),
    t`The name could not be removed.`,
  );
  const heading = <strong className="break-all">{name}</strong>;
  const total = <Count of={clicks.total} />;
  const valid = <Count of={clicks.valid} />;
  const money = <Money dollars={earnings} />;
  return (
    <li className="space-y-2">
      <p>
        {removed
          ? rich`${heading} (removed): ${total} judged, ${valid} valid, ${money}`
          : rich`${heading}: ${total} judged, ${valid} valid, ${money}`}
      </p>
      {removed ? null : (
        <>
          <LinkText link={link.link} name={`${title}, ${name}`} />
          <div className="flex flex-wrap gap-2">
            <CopyLink link={link.link} label={t`Copy ${name}`} variant="secondary" />
            <ShareButton
              link={link.link}
              title={title}
              text={DISCLOSURE}
              label={t`Share ${name}`}
            />
            <Button disabled={remove.isPending} onClick={() => remove.mutate("")}>
              {t`Remove ${name}`}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

function AddName({ campaignId }: { campaignId: string }) {
  const [name, setName] = useState("");
  const add = useChange(campaignId, (typed) =>
    api.links[":campaignId"].names.$post({ param: { campaignId }, json: { name: typed } }),
  );
  return (
    <Form
      className="space-y-3"
      onSubmit={() => {
        if (!add.isPending) add.mutate(name, { onSuccess: () => setName("") });
      }}
    >
      <TextField
        label={t`Name of a place`}
        value={name}
        maxLength={MAX_LINK_NAME_LENGTH}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={describeFailure(add.error, t`The name could not be added.`)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name.trim() === "" || add.isPending}>
        {add.isPending ? t`Adding...` : t`Add name`}
      </Button>
    </Form>
  );
}

type Answer = Awaited<ReturnType<(typeof api.links)[":campaignId"]["names"]["$get"]>>;

function useChange(campaignId: string, send: (name: string) => Promise<Answer>, failure?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => readAnswer(send(name)),
    onSuccess: ({ message, data }) => {
      queryClient.setQueryData(namedLinksQuery(campaignId).queryKey, data);
      notify.success(`${message}.`);
    },
    onError: (error) => failure && notify.error(errorMessage(error, failure)),
  });
}

const namedLinksQuery = (campaignId: string) =>
  readQuery(["campaigns", "named-links", campaignId], api.links[":campaignId"].names, {
    args: { param: { campaignId } },
  });
