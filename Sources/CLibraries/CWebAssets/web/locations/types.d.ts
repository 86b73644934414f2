// The shapes that the map's scripts share, and as much of Leaflet as they use.

/** A spot of a picture, in fractions of its width and height. */
export interface Spot { x: number; y: number }
export type Half = "old" | "now";
/** The same point in both pictures; `isOffered`: the studio found it, and a person confirmed it. */
export type PointPair = Partial<Record<Half, Spot>> & { isOffered?: boolean };
/** What points say together, as the studio answers `points/fit`. */
export interface PointsFit {
  verdict: string;
  /** For people: whether they fit, how many are missing, which one is wrong. */
  words: string;
  isGood: boolean;
  /** How far each point of the new photo is off, for people; fewer than the points where nothing is known. */
  misses: string[];
  /** The places of those that do not fit. */
  wrong: number[];
  /** Nine numbers, row by row, from fractions of the old picture to those of the new one; null where nothing is known. */
  transform: number[] | null;
  /** The corners of the part that the points cover, in fractions of the old picture; null where nothing is claimed. */
  region: [number, number][] | null;
}
/** A photo that the studio has, and the page that shows it. */
export interface SentPhoto { id: string; field: string; name: string; address: string }

/** A place in short, as the studio sends all of them. */
export type ShortPlace = [id: string, title: string, latitude: number, longitude: number, status: string];

/** All places, and what the map shows at first. */
export interface MapData { region: [south: number, west: number, north: number, east: number]; places: ShortPlace[] }

/** A status's sign on the page, with its name in `data-title`. */
export type StatusMarks = Record<string, HTMLTemplateElement>;

export interface Degrees { lat: number; lng: number }
export type Pair = [latitude: number, longitude: number];

export interface MapBounds {
  getNorth(): number;
  getSouth(): number;
  getWest(): number;
  getEast(): number;
  pad(part: number): MapBounds;
}

export interface MapLayer {
  addTo(map: PlacesMap | LayerGroup): this;
  getElement(): HTMLElement | undefined;
}
export interface LayerGroup extends MapLayer { clearLayers(): void }
export interface Marker extends MapLayer {
  bindPopup(content: () => HTMLElement, options: object): this;
  bindTooltip(content: HTMLElement, options: object): this;
  on(kind: "mouseover" | "mouseout" | "popupopen" | "popupclose", heard: () => void): this;
  /** Ours: the place that it stands for. */
  place?: ShortPlace;
}
export interface Popup extends MapLayer { _source?: MapLayer }
export interface Cluster extends MapLayer { getChildCount(): number }
export interface ClusterGroup extends MapLayer {
  addLayers(layers: Marker[]): void;
  /** The marker itself, or the circle that stands for it; null where neither is seen. */
  getVisibleParent(marker: Marker): Marker | Cluster | null;
  _getExpandedVisibleBounds(): MapBounds;
  _checkBoundsMaxLat(bounds: MapBounds): MapBounds;
}

export interface PlacesMap {
  fitBounds(bounds: [Pair, Pair], options: object): void;
  getBounds(): MapBounds;
  getCenter(): { wrap(): Degrees };
  mouseEventToLatLng(event: MouseEvent): { wrap(): Degrees };
  addLayer(layer: MapLayer): void;
  closePopup(): void;
  on(kind: "moveend", heard: () => void): void;
  on(kind: "layeradd", heard: (event: { layer: Marker | Cluster }) => void): void;
  on(kind: "popupopen" | "popupclose", heard: (event: { popup: Popup }) => void): void;
}

export type Icon = object;
export interface Leaflet {
  map(element: HTMLElement, options: object): PlacesMap;
  control: {
    zoom(options: object): MapLayer;
    scale(options: object): MapLayer;
    attribution(options: object): { addTo(map: PlacesMap): { addAttribution(html: string): void } };
  };
  tileLayer(address: string, options: object): MapLayer;
  layerGroup(): LayerGroup;
  polyline(points: Pair[], options: object): MapLayer;
  marker(at: Pair, options: object): Marker;
  divIcon(options: object): Icon;
  markerClusterGroup(options: object): ClusterGroup;
}

declare global {
  /** Leaflet's own script, before ours; none where it could not be loaded. */
  interface Window { L?: Leaflet }
}
