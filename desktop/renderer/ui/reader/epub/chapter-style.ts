import { cleanStyle } from './copy-chapter.ts';

/** How the text of a book looks: the theme's colours, a readable width, images within the page. */
const READER_STYLE = `
:root {
  color-scheme: var(--reader-scheme); background: var(--surface-raised);
  scrollbar-color: var(--border-strong) transparent;
}
body {
  box-sizing: border-box; max-inline-size: 42rem; margin-block: 0 !important; margin-inline: auto !important;
  padding-block: 1.5rem 4rem !important; padding-inline: 1.25rem !important;
  color: var(--text); font-family: 'Source Serif 4 Variable', Georgia, serif; line-height: 1.6;
  overflow-wrap: break-word;
}
a[href] { color: var(--accent-text); text-decoration: underline; }
:focus-visible { outline: 2px solid var(--focus-ring); outline-offset: 2px; }
img, svg { max-inline-size: 100%; block-size: auto; }
svg { max-block-size: 90vb; }
pre { overflow: auto; white-space: pre-wrap; }
table { display: block; max-inline-size: 100%; overflow: auto; border-collapse: collapse; }
td, th { padding: 0.25rem 0.5rem; border: 1px solid var(--border); }
hr { border: 0; border-block-start: 1px solid var(--border); }
`;

/** Names of the theme's colours that the page of a book uses. */
const COLOURS = ['--surface-raised', '--border', '--border-strong', '--text', '--accent-text', '--focus-ring'] as const;

/**
 * Gives the page of a chapter the styles of its book without colours, and those of the reader. They are constructed
 * sheets, because the content security policy refuses the styles of a book as elements.
 */
export function applyStyles(page: Document, styles: readonly string[]): void {
  const { defaultView: view } = page;
  if (!view) return;
  const sheetOf = (text: string): CSSStyleSheet => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  };
  const ofBook = styles.map(sheetOf);
  for (const sheet of ofBook) cleanRules(sheet);
  page.adoptedStyleSheets = [...ofBook, sheetOf(fontRules() + READER_STYLE)];
}

/** Removes fonts, which would have to be loaded, and colours. */
function cleanRules(owner: { cssRules: CSSRuleList; deleteRule: (index: number) => void }): void {
  for (let index = owner.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = owner.cssRules[index] as (CSSRule & Partial<CSSStyleRule & CSSMediaRule>) | undefined;
    if (rule?.constructor.name === 'CSSFontFaceRule') owner.deleteRule(index);
    else if (rule?.style) cleanStyle(rule.style);
    if (rule?.cssRules !== undefined && rule.deleteRule) {
      cleanRules({ cssRules: rule.cssRules, deleteRule: rule.deleteRule.bind(rule) });
    }
  }
}

/** The rules of this page that load the serif font, for a page that has none. */
function fontRules(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes('Source Serif'))
    .map((rule) => rule.cssText)
    .join('\n');
}

/** Copies the theme of this page to the page of a chapter, and the size of its text in percent. */
export function applyTheme(page: Document, textPercent: number): void {
  const own = getComputedStyle(document.documentElement);
  const { style } = page.documentElement;
  for (const name of COLOURS) style.setProperty(name, own.getPropertyValue(name));
  style.setProperty('--reader-scheme', own.colorScheme);
  style.fontSize = `${String(textPercent * 1.125)}%`;
}
