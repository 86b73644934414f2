import { PhotoBrowser } from "./browser.js";
import { find } from "./elements.js";

new PhotoBrowser(find("#photos", HTMLElement)).start();
