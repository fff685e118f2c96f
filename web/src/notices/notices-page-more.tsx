import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { rich } from "../language/rich";
import { MoreButton } from "../ui/button";
import { Receipt } from "../ui/figures";
import { Empty, Failure, PageHeading, PageSpinner } from "../ui/layout";
import { NoticeList, useNotices } from "./notices-page";

export function NoticesPage() {
  const list = useNotices();
  return (
    <>
      <PageHeading
        title={t`Notices`}
        lead={rich`Choose in your ${<Link to="/app/profile" search={{ section: "mails" }}>{t`profile`}</Link>} which of them are
          mailed to you.`}
      />
      {list.isPending ? <PageSpinner /> : null}
      {list.isError && !list.data ? (
        <Failure
          message={t`Your notices could not be loaded.`}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.data && list.notices.length === 0 ? (
        <Empty title={t`No notices yet`}>
          {t`You read here what happens to your money, campaigns and clicks.`}
        </Empty>
      ) : null}
      {list.notices.length > 0 ? (
        <Receipt>
          <NoticeList notices={list.notices} />
        </Receipt>
      ) : null}
      <MoreButton list={list} label={t`Show older notices`} />
    </>
  );
}
