/** Page shown after repeated crashes of the renderer. It runs no code. */
export const CRASH_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Lyceum stopped</title><link rel="stylesheet" href="/crash.css"></head>
<body><main>
<h1>Lyceum stopped working</h1>
<p>The page crashed several times. Everything that the server confirmed is saved.</p>
<p><a href="/">Open Lyceum again</a></p>
</main></body>
</html>
`;

/** Style of the crash page. It follows the theme of the system. */
export const CRASH_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 28rem; padding: 2rem; }
h1 { font-size: 1.5rem; }
`;
