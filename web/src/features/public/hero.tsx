import { t } from "@fairclick/core/language/t";
import { rich } from "../../language/rich";
import { ButtonLink } from "../../ui/button";
import { DemoReceipt } from "./demo-receipt";

export function Hero() {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-center gap-12 pb-16 lg:grid-cols-[1.25fr_1fr] lg:gap-16 lg:pb-24">
      <div>
        <h1 className="break-words font-extrabold text-hero tracking-[-0.035em]">
          {rich`Ad systems are broken. This one
            ${<span className="hero-mark">{t`prints\u00a0receipts.`}</span>}`}
        </h1>
        <p className="mt-6 max-w-prose text-lg text-soft">
          {t`Game developers pay for clicks that nobody made. Creators are paid next to nothing for views that they earned. Fairclick reserves the budget first, judges every click, and pays for each valid one.`}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/register" search={{ role: "developer" }} variant="primary">
            {t`Join as Game Developer`}
          </ButtonLink>
          <ButtonLink to="/register" search={{ role: "creator" }}>
            {t`Join as UGC Creator`}
          </ButtonLink>
          <ButtonLink to="/campaigns" variant="quiet">
            {t`See open campaigns`}
          </ButtonLink>
        </div>
      </div>
      <DemoReceipt />
    </section>
  );
}
