// Runs before the first paint, so that a member's dark theme does not start with a white page. The other appearance
// settings follow with the app.
try {
  const theme = localStorage.getItem('theme');
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  if (isDark) document.documentElement.dataset.theme = 'dark';
} catch {
  // Private windows may deny storage.
}
