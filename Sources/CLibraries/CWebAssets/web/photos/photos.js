import { PhotoBrowser } from "./browser.js";
import { find } from "../shared/dom.js";

new PhotoBrowser(find(document, "#photos", HTMLElement)).start();
