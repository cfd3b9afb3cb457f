import sharp from 'sharp';

const WIDTH = 1_200;
const HEIGHT = 675;
const INK = '#1f2a44';
const PAPER = '#f6f3ec';
const RED = '#c2573a';
const BLUE = '#3d6aa8';
const GREEN = '#5f8f6b';
const SAND = '#e0b866';

interface DemoImage {
  alt: string;
  /** The drawing inside a frame of 1,200 by 675 units. */
  draw: () => string;
}

function path(points: readonly (readonly [number, number])[], rest: string): string {
  return `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}" ${rest}/>`;
}

function curve(f: (x: number) => number, from = 80, to = WIDTH - 80): (readonly [number, number])[] {
  return Array.from({ length: 161 }, (_, i) => {
    const x = from + ((to - from) * i) / 160;
    return [x, f(x)] as const;
  });
}

function line(color: string, width = 6): string {
  return `fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;
}

function times(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join('');
}

const bell = (x: number) => 560 - 420 * Math.exp(-(((x - 600) / 170) ** 2) / 2);

const images = {
  bell: {
    alt: 'A bell curve with its middle part filled and the tails left empty',
    draw: () =>
      path([[430, 560], ...curve(bell, 430, 770), [770, 560]], `fill="${SAND}"`) +
      path(curve(bell), line(BLUE, 8)) +
      path(
        [
          [80, 560],
          [1120, 560],
        ],
        line(INK, 4),
      ),
  },
  waves: {
    alt: 'Two swings whose energy moves from one to the other and back, drawn as two beating waves',
    draw: () =>
      path(
        curve((x) => 210 + 110 * Math.cos(x / 165) * Math.sin(x / 13)),
        line(BLUE),
      ) +
      path(
        curve((x) => 470 + 110 * Math.sin(x / 165) * Math.sin(x / 13)),
        line(RED),
      ) +
      path(
        [
          [80, 210],
          [1120, 210],
        ],
        line(INK, 2),
      ) +
      path(
        [
          [80, 470],
          [1120, 470],
        ],
        line(INK, 2),
      ),
  },
  pendulum: {
    alt: 'A pendulum drawn at nine moments of one swing',
    draw: () =>
      times(9, (i) => {
        const angle = ((i - 4) * Math.PI) / 18;
        const [x, y] = [600 + 440 * Math.sin(angle), 90 + 440 * Math.cos(angle)];
        const opacity = i === 8 ? 1 : 0.25 + i * 0.04;
        return `<g opacity="${opacity}">${path(
          [
            [600, 90],
            [x, y],
          ],
          line(INK, 3),
        )}<circle cx="${x}" cy="${y}" r="36" fill="${RED}"/></g>`;
      }) +
      path(
        [
          [430, 90],
          [770, 90],
        ],
        line(INK, 8),
      ),
  },
  cell: {
    alt: 'A cell with its nucleus, and small shapes passing through channels in the membrane',
    draw: () =>
      `<ellipse cx="600" cy="340" rx="410" ry="250" fill="#dfeadf" stroke="${GREEN}" stroke-width="16"/>` +
      `<circle cx="520" cy="330" r="105" fill="${BLUE}" opacity="0.75"/><circle cx="545" cy="310" ` +
      `r="36" fill="${INK}" opacity="0.6"/>` +
      times(14, (i) => {
        const angle = (i / 14) * 2 * Math.PI;
        const reach = i % 2 === 0 ? 1.12 : 0.8;
        return (
          `<circle cx="${600 + 410 * reach * Math.cos(angle)}" ` +
          `cy="${340 + 250 * reach * Math.sin(angle)}" r="15" fill="${i % 2 === 0 ? RED : SAND}"/>`
        );
      }) +
      times(
        5,
        (i) =>
          `<ellipse cx="${700 + i * 45}" cy="${260 + ((i * 83) % 190)}" rx="44" ry="20" fill="${SAND}" ` +
          `transform="rotate(${i * 37} ${700 + i * 45} ${260 + ((i * 83) % 190)})"/>`,
      ),
  },
  network: {
    alt: 'A graph of connected points with one path marked',
    draw: () => {
      const nodes = Array.from(
        { length: 16 },
        (_, i) => [140 + (i % 6) * 185 + ((i * 53) % 60), 130 + Math.floor(i / 6) * 200 + ((i * 97) % 80)] as const,
      );
      const at = (i: number) => nodes[i % nodes.length] ?? [0, 0];
      return (
        nodes
          .map((node, i) => path([node, at(i + 1)], line('#9aa3b5', 3)) + path([node, at(i + 6)], line('#9aa3b5', 3)))
          .join('') +
        path([at(0), at(6), at(7), at(13), at(14)], line(RED, 9)) +
        nodes
          .map(
            ([x, y], i) =>
              `<circle cx="${x}" cy="${y}" r="${i % 5 === 0 ? 26 : 18}" fill="${i % 3 === 0 ? BLUE : INK}"/>`,
          )
          .join('')
      );
    },
  },
  contours: {
    alt: 'Height lines of two hills with a river winding between them',
    draw: () =>
      times(
        7,
        (i) =>
          `<ellipse cx="360" cy="300" rx="${290 - i * 40}" ry="${210 - i * 29}" transform="rotate(-14 ` +
          `360 300)" ${line(GREEN, 4)}/>`,
      ) +
      times(
        6,
        (i) =>
          `<ellipse cx="890" cy="390" rx="${260 - i * 42}" ry="${200 - i * 32}" transform="rotate(20 890 ` +
          `390)" ${line(GREEN, 4)}/>`,
      ) +
      path(
        Array.from({ length: 80 }, (_, i) => [620 + 70 * Math.sin(i / 9), i * 8.6] as const),
        line(BLUE, 20),
      ),
  },
  ridges: {
    alt: 'Five ridges of hills, one behind the other, under a low sun',
    draw: () =>
      `<circle cx="870" cy="200" r="70" fill="${SAND}"/>` +
      times(5, (i) =>
        path(
          [
            [0, 675],
            ...curve(
              (x) => 250 + i * 85 + 50 * Math.sin(x / (90 + i * 23) + i * 2) + 22 * Math.sin(x / 37 + i),
              0,
              WIDTH,
            ),
            [WIDTH, 675],
          ],
          `fill="${BLUE}" opacity="${0.25 + i * 0.16}"`,
        ),
      ),
  },
  timeline: {
    alt: 'A timeline with nine events, two of them close together',
    draw: () =>
      path(
        [
          [80, 340],
          [1120, 340],
        ],
        line(INK, 6),
      ) +
      [120, 210, 330, 460, 500, 640, 790, 900, 1070]
        .map((x, i) => {
          const y = i % 2 === 0 ? 200 : 480;
          return (
            path(
              [
                [x, 340],
                [x, y],
              ],
              line('#9aa3b5', 4),
            ) + `<circle cx="${x}" cy="${y}" r="${i === 4 ? 44 : 28}" fill="${i === 4 ? RED : BLUE}"/>`
          );
        })
        .join(''),
  },
  titration: {
    alt: 'Seven test tubes in a row, from red over violet to green',
    draw: () =>
      ['#b8323f', '#a63f6d', '#7e4a8f', '#5a55a5', '#3f7299', '#3f8f80', '#7fa04a']
        .map((color, i) => {
          const x = 170 + i * 130;
          return (
            `<rect x="${x}" y="${300 - i * 12}" width="80" height="${250 + i * 12}" rx="40" ` +
            `fill="${color}" opacity="0.85"/>` +
            `<rect x="${x}" y="130" width="80" height="420" rx="40" ${line(INK, 5)}/>`
          );
        })
        .join(''),
  },
  shelves: {
    alt: 'Three library shelves of books in four colours',
    draw: () =>
      times(3, (row) => {
        const floor = 230 + row * 190;
        return (
          times(26, (i) => {
            const height = 95 + ((i * 37 + row * 53) % 60);
            const color = [BLUE, RED, GREEN, SAND][(i * 7 + row * 3) % 4];
            return (
              `<rect x="${110 + i * 38}" y="${floor - height}" width="${26 + ((i * 5) % 9)}" ` +
              `height="${height}" rx="3" fill="${color}"/>`
            );
          }) +
          path(
            [
              [90, floor + 5],
              [1110, floor + 5],
            ],
            line(INK, 10),
          )
        );
      }),
  },
  campus: {
    alt: 'A university building with columns and a clock tower among trees',
    draw: () =>
      `<rect x="300" y="300" width="600" height="250" fill="${SAND}"/><path d="M270 300L600 170L930 ` +
      `300Z" fill="${RED}"/>` +
      `<rect x="560" y="80" width="80" height="130" fill="${SAND}"/><circle cx="600" cy="135" r="26" ` +
      `fill="${PAPER}" stroke="${INK}" stroke-width="5"/>` +
      times(8, (i) => `<rect x="${335 + i * 72}" y="330" width="26" height="220" fill="${PAPER}"/>`) +
      times(
        6,
        (i) => `<circle cx="${[90, 170, 240, 960, 1040, 1120][i]}" cy="${490 - (i % 2) * 30}" r="62" fill="${GREEN}"/>`,
      ) +
      path(
        [
          [0, 552],
          [WIDTH, 552],
        ],
        line(INK, 8),
      ),
  },
  arches: {
    alt: 'A row of pointed arches with afternoon light falling through them',
    draw: () =>
      times(5, (i) => {
        const x = 110 + i * 205;
        return (
          `<path d="M${x} 560V280Q${x} 170 ${x + 80} 120Q${x + 160} 170 ${x + 160} 280V560Z" ` +
          `fill="${i % 2 === 0 ? BLUE : INK}" opacity="0.9"/>` +
          `<path d="M${x} 560L${x + 160} 560L${x + 260} 660L${x + 90} 660Z" fill="${SAND}" opacity="0.55"/>`
        );
      }),
  },
} satisfies Record<string, DemoImage>;

/** The name of an image drawn for the demo. */
export type ImageName = keyof typeof images;

/** Draws an image of the demo as WebP, 1,200 by 675 pixels, with the text that describes it. */
export async function drawImage(
  name: ImageName,
): Promise<{ bytes: Buffer; alt: string; width: number; height: number }> {
  const { alt, draw } = images[name];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect ` +
    `width="100%" height="100%" fill="${PAPER}"/>${draw()}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).webp({ quality: 84, effort: 2 }).toBuffer();
  return { bytes, alt, width: WIDTH, height: HEIGHT };
}
