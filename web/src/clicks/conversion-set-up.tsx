import type {
  CampaignConversionsResponse,
  CampaignKey,
} from "@fairclick/core/conversions/conversions";
import { JOINED, RETURNED } from "@fairclick/core/conversions/report";
import { t } from "@fairclick/core/language/t";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { campaignConversionsQuery } from "../queries/clicks";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { CopyLink } from "../ui/copy-button";
import { formatMoment } from "../ui/format";
import { Card, Part } from "../ui/layout";
import { Tabs } from "../ui/tabs";
import { EventsCard, NameForm, TestEvent } from "./conversion-events";

/** How a campaign's game reports conversions: events, keys and code. */
export function CampaignSetUp({ campaignId }: { campaignId: string }) {
  return (
    <Part loading={t`Loading the set-up`} failure={t`The set-up could not be loaded.`}>
      <SetUp campaignId={campaignId} />
    </Part>
  );
}

function SetUp({ campaignId }: { campaignId: string }) {
  const { data } = useSuspenseQuery(campaignConversionsQuery(campaignId));
  const [freshToken, setFreshToken] = useState<string | null>(null);
  return (
    <div className="grid grid-cols-1 gap-6">
      <KeysCard
        campaignId={campaignId}
        keys={data.keys}
        freshToken={freshToken}
        onFreshToken={setFreshToken}
      />
      <SetUpCard latest={data.latest} conversion={data.conversion} freshToken={freshToken} />
      <EventsCard campaignId={campaignId} data={data} />
    </div>
  );
}

type SetUpCardProps = {
  latest: CampaignConversionsResponse["latest"];
  conversion: string;
  freshToken: string | null;
};

/** Code for reporting from a game. Contains the API key while it is known. */
function SetUpCard({ latest, conversion, freshToken }: SetUpCardProps) {
  const [language, setLanguage] = useState<SnippetLanguage>("luau");
  const place = {
    url: `${window.location.origin}/api/conversions`,
    key: freshToken ?? KEY_PLACEHOLDER,
  };
  return (
    <Card title={t`Report from your game`}>
      <p className="mb-4 max-w-prose text-soft">
        {rich`Each visitor arrives with the id of the click: in the launch data on Roblox, as ${<code>fc_click</code>} elsewhere, or where you put ${<code>{"{click_id}"}</code>} in the game's URL. Your server reports events with this id. ${<a href="/docs#tag/conversions">{t`API reference`}</a>}`}
      </p>
      <Tabs
        label={t`Language`}
        current={language}
        onChange={setLanguage}
        tabs={snippetLanguages.map((name) => ({
          name,
          label: snippetNames[name],
          content: () => <Snippet text={writeSnippet(name, place)} />,
        }))}
      />
      <TestEvent latest={latest} event={conversion} token={freshToken} />
    </Card>
  );
}

const codeClass = "mb-3 max-h-96 overflow-auto border-2 border-rule bg-bar p-3 text-sm";

function Snippet({ text }: { text: string }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard could not scroll it otherwise */}
      <pre tabIndex={0} className={codeClass}>
        <code className="font-figures">{text}</code>
      </pre>
      <CopyLink link={text} label={t`Copy code`} copied={t`Code copied.`} />
    </>
  );
}

export const snippetLanguages = ["luau", "javascript", "curl"] as const;
type SnippetLanguage = (typeof snippetLanguages)[number];

const snippetNames: Record<SnippetLanguage, string> = {
  luau: "Roblox (Luau)",
  javascript: "JavaScript",
  curl: "curl",
};

const KEY_PLACEHOLDER = "YOUR_KEY";

type Place = { url: string; key: string };

export function writeSnippet(language: SnippetLanguage, place: Place): string {
  switch (language) {
    case "luau":
      return luau(place);
    case "javascript":
      return javascript(place);
    case "curl":
      return curl(place);
  }
}

/** The launch data contains the click once, so the data store keeps it for later days. */
function luau({ url, key }: Place): string {
  return `-- ServerScriptService. Turn on HTTP requests and API services in the game's security settings.
local HttpService = game:GetService("HttpService")
local Players = game:GetService("Players")
local clicks = game:GetService("DataStoreService"):GetDataStore("FairclickClicks")

local URL = "${url}"
local KEY = "${key}"

local function report(player, clickId, event, tries)
	local sent, answer = pcall(function()
		return HttpService:RequestAsync({
			Url = URL,
			Method = "POST",
			Headers = { ["Content-Type"] = "application/json", Authorization = "Bearer " .. KEY },
			Body = HttpService:JSONEncode({ clickId = clickId, event = event, player = player }),
		})
	end)
	local again = not sent or answer.StatusCode >= 429 or string.find(answer.Body, "unknown_click", 1, true)
	if again and tries > 1 then
		task.delay(30, report, player, clickId, event, tries - 1)
	end
end

Players.PlayerAdded:Connect(function(player)
	local storeKey = tostring(player.UserId)
	local launchData = player:GetJoinData().LaunchData
	local read, known = pcall(clicks.GetAsync, clicks, storeKey)
	if launchData and string.sub(launchData, 1, 3) == "fc_" and launchData ~= known then
		pcall(clicks.SetAsync, clicks, storeKey, launchData)
		report(storeKey, launchData, "${JOINED}", 3)
	elseif read and known then
		report(storeKey, known, "${RETURNED}", 3)
	end
end)
`;
}

function javascript({ url, key }: Place): string {
  return `// On your server: a key in a web page is public. The link adds ?fc_click=… to the page's URL.
async function report(player, clickId, event, value) {
  const answer = await fetch("${url}", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer ${key}" },
    body: JSON.stringify({ player, clickId, event, value }),
  });
  const { results } = await answer.json();
  return results[0]; // { status: "accepted" | "duplicate" | "refused", reason, … }
}

// player is your own id of the player; the server keeps only a hash of it.
await report(player, clickId, "${JOINED}");
await report(player, clickId, "${RETURNED}"); // each time the player returns; the server knows the day
`;
}

function curl({ url, key }: Place): string {
  return `curl ${url} \\
  -H 'authorization: Bearer ${key}' \\
  -H 'content-type: application/json' \\
  -d '{"clickId":"test","event":"${JOINED}"}'
`;
}

type KeysCardProps = {
  campaignId: string;
  keys: CampaignKey[];
  freshToken: string | null;
  onFreshToken: (token: string | null) => void;
};

/** API keys of a game. A token is shown once, when it is created. */
function KeysCard({ campaignId, keys, freshToken, onFreshToken }: KeysCardProps) {
  const create = useApiChange(
    (name: string) =>
      readAnswer(api.campaigns[":id"].keys.$post({ param: { id: campaignId }, json: { name } })),
    {
      refresh: [campaignConversionsQuery(campaignId).queryKey],
      onSuccess: ({ data }) => onFreshToken(data.token),
    },
  );
  return (
    <Card title={t`API keys`}>
      {freshToken ? <FreshToken token={freshToken} /> : null}
      <ul className="mb-4 space-y-2">
        {keys.map((key) => (
          <KeyRow key={key.id} campaignId={campaignId} apiKey={key} />
        ))}
      </ul>
      <NameForm
        label={t`Name of a new key`}
        placeholder={t`Game server`}
        add={t`Create key`}
        isSaving={create.isPending}
        error={describeFailure(create.error, t`The key could not be created.`)}
        onAdd={(name, onSuccess) => create.mutate(name, { onSuccess })}
      />
    </Card>
  );
}

type KeyRowProps = {
  campaignId: string;
  apiKey: CampaignKey;
};

function KeyRow({ campaignId, apiKey }: KeyRowProps) {
  const key = api.campaigns[":id"].keys[":keyId"];
  const param = { id: campaignId, keyId: apiKey.id };
  const revoke = useApiChange(() => readAnswer(key.$delete({ param })), {
    failure: t`The key could not be changed.`,
    refresh: [campaignConversionsQuery(campaignId).queryKey],
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-b-2 border-dashed pb-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block break-words font-semibold">{apiKey.name}</span>
        <span className="block text-soft text-sm">{describe(apiKey)}</span>
      </span>
      <Button
        variant="quiet"
        className="ml-auto"
        disabled={revoke.isPending}
        aria-label={t`Revoke ${apiKey.name}`}
        onClick={() => revoke.mutate()}
      >
        {t`Revoke`}
      </Button>
    </li>
  );
}

function describe({ createdAt, lastUsedAt }: CampaignKey): string {
  const start = formatMoment(createdAt);
  return lastUsedAt
    ? t`Created ${start}, last used ${formatMoment(lastUsedAt)}`
    : t`Created ${start}, never used`;
}

/** Shows a new token. It cannot be shown again later. */
function FreshToken({ token }: { token: string }) {
  return (
    <div role="status" className="mb-4 space-y-2 border-2 border-valid bg-bar p-4">
      <p className="font-semibold">{t`Your new key. It is shown only now: copy it.`}</p>
      <p className="flex flex-wrap items-center gap-3">
        <code
          data-testid="fresh-token"
          className="min-w-0 flex-1 basis-64 break-all font-figures text-sm"
        >
          {token}
        </code>
        <CopyLink link={token} label={t`Copy key`} copied={t`Key copied.`} />
      </p>
    </div>
  );
}
