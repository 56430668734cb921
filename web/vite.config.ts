import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './scripts/chunks'
import { paintFirst } from './scripts/paintFirst'
import { precompress } from './scripts/precompress'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => ({
  plugins: [react(), paintFirst(), precompress()],
  resolve: {
    alias: {
      '@': at('./src/'),
      // The package leads to its build with warnings for developers, wherever it is imported from.
      ...(command === 'build' && { 'react-router': at('./node_modules/react-router/dist/production/index.mjs') }),
    },
  },
  // The gateway replaces the placeholder in every page it serves; theme/nonce.ts reads it.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    target: ['chrome117', 'firefox121', 'safari17'],
    assetsInlineLimit: 0,
    // The browsers above preload modules themselves.
    modulePreload: { polyfill: false },
    // Every page loads the list of all pages' files: their names would be a kilobyte of it. The manifest says which is which.
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      // Emotion asks for it for withTheme, which nobody uses; the package does not say itself that it can be left out.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/hoist-non-react-statics\//, sideEffects: false }] },
      output: {
        chunkFileNames: 'assets/[hash].js',
        // A service worker speaks for what lies below its address, and keeps that address.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: { proxy: { '/api': process.env.LINTEL_API ?? 'http://127.0.0.1:8080' } },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://lintel.test/' } },
    globalSetup: './src/test/globalSetup.ts',
    setupFiles: './src/test/setup.ts',
    // Files share a browser that setup.ts cleans after each test: loading the application for each takes longer than its tests.
    isolate: false,
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      reporter: ['text-summary'],
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/main.ts', 'src/test/**', 'src/**/*.test.*', 'src/**/*.d.ts'],
      thresholds: {
        'src/lib/**': { lines: 95, branches: 90 },
        'src/**/model.ts': { lines: 95, branches: 90 },
        'src/features/**': { lines: 80 },
      },
    },
  },
}))
