import '@fontsource-variable/noto-sans-devanagari/wght.css';
import '../platform/devanagari.css';
