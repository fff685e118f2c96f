import { t } from "@fairclick/core/language/t";
import { Download } from "lucide-react";
import { QRCodeCanvas, QRCodeSVG } from "qrcode.react";
import { useRef } from "react";
import { Button } from "./button";
import { saveFile } from "./format";

const FILE_NAME = "fairclick-link";
const PRINT_PIXELS = 1_024;
const look = { level: "M", marginSize: 4, bgColor: "#ffffff", fgColor: "#121c17" } as const;

/** QR code of the link. Dark on white in both themes, as scanners need it. */
export function LinkQr({ link }: { link: string }) {
  const svg = useRef<SVGSVGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);

  function saveSvg() {
    if (!svg.current) return;
    const text = new XMLSerializer().serializeToString(svg.current);
    saveFile(`${FILE_NAME}.svg`, new Blob([text], { type: "image/svg+xml" }));
  }

  function savePng() {
    canvas.current?.toBlob((png) => {
      if (png) saveFile(`${FILE_NAME}.png`, png);
    }, "image/png");
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <QRCodeSVG ref={svg} value={link} size={160} title={t`QR code of ${link}`} {...look} />
      <div hidden>
        <QRCodeCanvas ref={canvas} value={link} size={PRINT_PIXELS} {...look} />
      </div>
      <div className="flex flex-col gap-2">
        <Button onClick={savePng}>
          <Download aria-hidden="true" className="size-4" /> PNG
        </Button>
        <Button onClick={saveSvg}>
          <Download aria-hidden="true" className="size-4" /> SVG
        </Button>
      </div>
    </div>
  );
}
