import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, type Rollup } from 'vite';

type OutputBundle = Rollup.OutputBundle;
type OutputChunk = Rollup.OutputChunk;

/* Every file of a folder, as addresses below it. */
function filesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = join(below, name);
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
  });
}

/* The files that the page itself loads: its script, what that imports at once, and their styles. */
function firstLoad(bundle: OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (found.has(name) || file?.type !== 'chunk') return;
    found.add(name);
    file.viteMetadata?.importedCss.forEach((style) => found.add(style));
    file.imports.forEach(add);
  };
  Object.keys(bundle).filter((name) => (bundle[name] as OutputChunk).isEntry).forEach(add);
  return [...found].sort();
}

/* Writes sw.js from src/sw.js with the list of files it caches at once and a version made from the contents of all:
 * the same sources give the same worker, and any change gives a new one. */
function serviceWorker(): Plugin {
  return {
    name: 'pessoi-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      for (const name of Object.keys(bundle).sort()) {
        const file = bundle[name]!;
        hash.update(name).update(file.type === 'chunk' ? file.code : file.source);
      }
      const still = filesIn('public').sort();
      for (const name of still) hash.update(name).update(readFileSync(join('public', name)));
      const shell = ['', ...firstLoad(bundle), ...still]; /* below the worker's own path; '' is the page */
      const source = readFileSync('src/sw.js', 'utf8')
        .replace("'%VERSION%'", JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace("['%SHELL%']", JSON.stringify(shell));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/* `npm run dev` serves the sources and forwards their requests to `pessoi serve --port 8487`. The server accepts
 * its own origin only, so the proxy sets it. */
const server = 'http://127.0.0.1:8487';
const proxy = { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } };

export default defineConfig({
  base: './', /* every address is relative to <base>, which the server writes */
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: { target: 'es2021', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  plugins: [serviceWorker()],
  server: { proxy },
  preview: { proxy },
});
