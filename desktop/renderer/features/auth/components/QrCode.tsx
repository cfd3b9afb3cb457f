import { renderSVG } from 'uqr';

/** Shows a text as a QR code: dark on light in both themes, because many cameras read only that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const svg = renderSVG(text, { ecc: 'M', border: 3 });
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width={208}
      height={208}
      className="rounded-md border border-border"
    />
  );
}
