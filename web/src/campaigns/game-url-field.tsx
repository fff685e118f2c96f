import {
  type ClickIdCarrier,
  carriesClickIds,
  compileDestination,
  findClickIdCarrier,
  TEST_CLICK_ID,
} from "@fairclick/core/campaigns/destination";
import { gameUrlSchema } from "@fairclick/core/campaigns/game-url";
import { t } from "@fairclick/core/language/t";
import { rich } from "../language/rich";
import { buttonClass } from "../ui/button";
import { CampaignField, type CampaignForm } from "./campaign-fields";

/** The game's URL, and where a click leads with it. */
export function GameUrlField({ form }: { form: CampaignForm }) {
  return (
    <>
      <CampaignField form={form} name="gameUrl" />
      <GameLinkCheck typed={form.values.gameUrl} />
    </>
  );
}

/** Any phone's user agent: it decides which link Roblox games get. */
const PHONE = "iPhone";

/** Shows the address that a visitor gets for a typed game URL, and opens it. Empty until the URL is valid. */
function GameLinkCheck({ typed }: { typed: string }) {
  const parsed = gameUrlSchema.safeParse(typed);
  if (!parsed.success) return null;
  const guide = writeClickIdGuide(parsed.data);
  const write = compileDestination(parsed.data);
  const computer = write(TEST_CLICK_ID);
  const phone = write(TEST_CLICK_ID, PHONE);
  return (
    <section aria-label={t`Where a click leads`} className="text-sm">
      <p className={guide.isCarried ? "font-semibold text-valid" : "border-held border-l-4 pl-3"}>
        {guide.isCarried ? t`Clicks can be counted in this game ✓` : guide.text}
      </p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2">{t`Details`}</summary>
        <div className="space-y-3 border-2 border-rule p-4">
          {guide.isCarried ? <p>{guide.text}</p> : null}
          <dl className="space-y-2">
            <Address
              label={phone === computer ? t`A visitor's address` : t`On a computer`}
              url={computer}
            />
            {phone === computer ? null : <Address label={t`On a phone`} url={phone} />}
          </dl>
          <a
            href={write(TEST_CLICK_ID, navigator.userAgent)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass()}
          >
            {t`Try it`}
          </a>
          {guide.isCarried ? (
            <p className="text-soft">
              {rich`The sample id is ${<code>{TEST_CLICK_ID}</code>}. A report with it shows as a test on your campaign's page, and counts nowhere.`}
            </p>
          ) : null}
          {guide.code ? <Code text={guide.code} /> : null}
        </div>
      </details>
    </section>
  );
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div>
      <dt className="font-semibold">{label}</dt>
      <dd className="break-all font-figures">{url}</dd>
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">{t`Where the game reads it`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard could not scroll it otherwise */}
      <pre tabIndex={0} className="overflow-auto border-2 border-rule bg-bar p-3">
        <code className="font-figures">{text}</code>
      </pre>
      <p className="text-soft">
        {t`After the launch, your campaign's page has the complete code that reports players.`}
      </p>
    </details>
  );
}

export type ClickIdGuide = {
  /** What the game receives, or why it receives nothing. */
  text: string;
  /** Whether the game can read the id. */
  isCarried: boolean;
  /** Code that reads the id; null where it depends on the developer's own form. */
  code: string | null;
};

const luau = `-- ServerScriptService
game:GetService("Players").PlayerAdded:Connect(function(player)
	local launchData = player:GetJoinData().LaunchData
	if launchData and string.sub(launchData, 1, 3) == "fc_" then
		print("Fairclick click", launchData)
	end
end)`;

const ownLuau = `-- ServerScriptService
game:GetService("Players").PlayerAdded:Connect(function(player)
	-- ${t`Your launch data, with the click id in place of {click_id}.`}
	print(player:GetJoinData().LaunchData)
end)`;

const javascript = `// ${t`In the page of your game. Send the id to your server with the player's session.`}
const clickId = new URLSearchParams(location.search).get("fc_click");`;

/** Explains how the click id gets from a valid game URL into the game. */
export function writeClickIdGuide(gameUrl: string): ClickIdGuide {
  const carrier = findClickIdCarrier(gameUrl);
  return { text: texts[carrier], isCarried: carriesClickIds(gameUrl), code: codes[carrier] };
}

const texts: Record<ClickIdCarrier, string> = {
  launch_data: t`Every visitor gets a link that starts your game and hands it the id of the click as launch data. To add launch data of your own, use a link with launchData=… and write {click_id} where the id belongs.`,
  own_launch_data: t`Every visitor gets a link that starts your game with your launch data. The id of the click replaces {click_id} in it.`,
  placeholder: t`The id of the click replaces {click_id} in your URL.`,
  query: t`Every visitor arrives with the id of the click in the parameter fc_click. To have it elsewhere, write {click_id} into the URL where the id belongs.`,
  none_launch_data: t`Your launch data has no {click_id}, so your game cannot tell which click brought a player. Write {click_id} where the id belongs, or leave the launch data out.`,
  none_share_link: t`A share link cannot carry the id of a click: Roblox fixes its launch data when you make it. Clicks are counted and paid, but your game cannot tell which click brought a player. Use the address of your game's page instead to receive the id.`,
  none_page: t`This page of Roblox is no game, so it cannot carry the id of a click. Use the address of your game's page: https://www.roblox.com/games/…`,
};

const codes: Record<ClickIdCarrier, string | null> = {
  launch_data: luau,
  own_launch_data: ownLuau,
  placeholder: null,
  query: javascript,
  none_launch_data: null,
  none_share_link: null,
  none_page: null,
};
