import type { CampaignConversionsResponse } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { rich } from "../../../language/rich";
import { Card } from "../../../ui/card";
import { CopyLink } from "../../../ui/copy-button";
import { Tabs } from "../../../ui/tabs";
import {
  KEY_PLACEHOLDER,
  type SnippetLanguage,
  snippetLanguages,
  snippetNames,
  writeSnippet,
} from "./snippets";
import { TestEvent } from "./test-event";

type SetUpCardProps = {
  latest: CampaignConversionsResponse["latest"];
  conversion: string;
  freshToken: string | null;
};

/** Code for reporting from a game. Contains the API key while it is known. */
export function SetUpCard({ latest, conversion, freshToken }: SetUpCardProps) {
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
