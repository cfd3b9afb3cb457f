/**
 * Makes a PDF (ISO 32000-1) of plain text for the demo: one heading and some lines to a page, in Helvetica, A5. Only
 * characters of Latin-1 are drawn.
 */
export function makePdf(pages: readonly { heading: string; lines: readonly string[] }[]): Buffer {
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, i) => {
      const content = drawPage(page);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F1 3 0 R >> >> ` +
          `/Contents ${5 + i * 2} 0 R >>`,
        `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.lastIndexOf('xref\n')}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function drawPage({ heading, lines }: { heading: string; lines: readonly string[] }): string {
  const show = (line: string) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj`;
  return [
    `BT /F1 18 Tf 40 530 Td ${show(heading)} ET`,
    'BT /F1 11 Tf 40 495 Td 16 TL',
    ...lines.map((line) => `${show(line)} T*`),
    'ET',
  ].join('\n');
}

const SAMPLES_PER_SECOND = 16_000;

/**
 * Makes a WAV file (RIFF, 16 bit, mono) for the demo that plays chords, one and a half seconds each. A chord is a list
 * of frequencies in Hz.
 */
export function makeChords(chords: readonly (readonly number[])[]): Buffer {
  const perChord = SAMPLES_PER_SECOND * 1.5;
  const samples = Buffer.alloc(chords.length * perChord * 2);
  chords.forEach((frequencies, chord) => {
    for (let i = 0; i < perChord; i += 1) {
      const seconds = i / SAMPLES_PER_SECOND;
      const fade = Math.min(1, seconds * 40) * Math.exp(-seconds * 1.8);
      const sum = frequencies.reduce((total, hz) => total + Math.sin(2 * Math.PI * hz * seconds), 0);
      samples.writeInt16LE(Math.round((sum / frequencies.length) * fade * 24_000), (chord * perChord + i) * 2);
    }
  });
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
