/* The pages of a tournament (src/site): one classic script and one style sheet, which work from the disk. */
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/* Files that are taken as they are. */
const still: [name: string, source: string][] = [
  ['index.html', 'site.html'], ['early.js', 'public/early.js'], ['icon.svg', 'public/icons/icon.svg'],
];

function copies(): Plugin {
  return {
    name: 'pessoi-site-files',
    apply: 'build',
    generateBundle() {
      for (const [fileName, source] of still)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(source, 'utf8') });
    },
  };
}

export default defineConfig({
  publicDir: false,
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    target: 'es2021', outDir: 'dist-site', emptyOutDir: true, assetsInlineLimit: 0, cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: {
      input: 'src/site/main.tsx',
      output: { format: 'iife', entryFileNames: 'site.js', assetFileNames: 'site[extname]' },
    },
  },
  plugins: [copies()],
});
