#include "CWebAssets.h"

/* Written by Scripts/web list; Tests/SupportTests compares it with the folders. #embed is C23 (6.10.4): clang has it from
   version 19 on, and warns about it in older standards. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char gallery_gallery_css[] = {
#embed "web/gallery/gallery.css"
};
static const unsigned char gallery_gallery_js[] = {
#embed "web/gallery/gallery.js"
};
static const unsigned char gallery_show_js[] = {
#embed "web/gallery/show.js"
};
static const unsigned char locations_blinking_js[] = {
#embed "web/locations/blinking.js"
};
static const unsigned char locations_carrier_js[] = {
#embed "web/locations/carrier.js"
};
static const unsigned char locations_comparison_js[] = {
#embed "web/locations/comparison.js"
};
static const unsigned char locations_divider_js[] = {
#embed "web/locations/divider.js"
};
static const unsigned char locations_drafts_js[] = {
#embed "web/locations/drafts.js"
};
static const unsigned char locations_exif_position_js[] = {
#embed "web/locations/exif-position.js"
};
static const unsigned char locations_file_form_js[] = {
#embed "web/locations/file-form.js"
};
static const unsigned char locations_forms_js[] = {
#embed "web/locations/forms.js"
};
static const unsigned char locations_here_js[] = {
#embed "web/locations/here.js"
};
static const unsigned char locations_large_picture_js[] = {
#embed "web/locations/large-picture.js"
};
static const unsigned char locations_locations_css[] = {
#embed "web/locations/locations.css"
};
static const unsigned char locations_locations_js[] = {
#embed "web/locations/locations.js"
};
static const unsigned char locations_magnifier_js[] = {
#embed "web/locations/magnifier.js"
};
static const unsigned char locations_map_adding_js[] = {
#embed "web/locations/map-adding.js"
};
static const unsigned char locations_map_ground_js[] = {
#embed "web/locations/map-ground.js"
};
static const unsigned char locations_map_list_js[] = {
#embed "web/locations/map-list.js"
};
static const unsigned char locations_map_pins_js[] = {
#embed "web/locations/map-pins.js"
};
static const unsigned char locations_map_js[] = {
#embed "web/locations/map.js"
};
static const unsigned char locations_outbox_js[] = {
#embed "web/locations/outbox.js"
};
static const unsigned char locations_overlay_js[] = {
#embed "web/locations/overlay.js"
};
static const unsigned char locations_photo_js[] = {
#embed "web/locations/photo.js"
};
static const unsigned char locations_pinch_js[] = {
#embed "web/locations/pinch.js"
};
static const unsigned char locations_placing_js[] = {
#embed "web/locations/placing.js"
};
static const unsigned char locations_point_fit_js[] = {
#embed "web/locations/point-fit.js"
};
static const unsigned char locations_point_pairs_js[] = {
#embed "web/locations/point-pairs.js"
};
static const unsigned char locations_point_preview_js[] = {
#embed "web/locations/point-preview.js"
};
static const unsigned char locations_points_js[] = {
#embed "web/locations/points.js"
};
static const unsigned char locations_position_js[] = {
#embed "web/locations/position.js"
};
static const unsigned char locations_prepare_js[] = {
#embed "web/locations/prepare.js"
};
static const unsigned char locations_progress_js[] = {
#embed "web/locations/progress.js"
};
static const unsigned char locations_split_js[] = {
#embed "web/locations/split.js"
};
static const unsigned char locations_zoom_js[] = {
#embed "web/locations/zoom.js"
};
static const unsigned char pairs_page_css[] = {
#embed "web/pairs/page.css"
};
static const unsigned char pairs_site_css[] = {
#embed "web/pairs/site.css"
};
static const unsigned char pairs_site_js[] = {
#embed "web/pairs/site.js"
};
static const unsigned char pairs_stage_js[] = {
#embed "web/pairs/stage.js"
};
static const unsigned char photos_actions_js[] = {
#embed "web/photos/actions.js"
};
static const unsigned char photos_ask_js[] = {
#embed "web/photos/ask.js"
};
static const unsigned char photos_browser_js[] = {
#embed "web/photos/browser.js"
};
static const unsigned char photos_canvas_js[] = {
#embed "web/photos/canvas.js"
};
static const unsigned char photos_cell_js[] = {
#embed "web/photos/cell.js"
};
static const unsigned char photos_days_js[] = {
#embed "web/photos/days.js"
};
static const unsigned char photos_display_js[] = {
#embed "web/photos/display.js"
};
static const unsigned char photos_film_js[] = {
#embed "web/photos/film.js"
};
static const unsigned char photos_filter_js[] = {
#embed "web/photos/filter.js"
};
static const unsigned char photos_folders_js[] = {
#embed "web/photos/folders.js"
};
static const unsigned char photos_gestures_js[] = {
#embed "web/photos/gestures.js"
};
static const unsigned char photos_grid_js[] = {
#embed "web/photos/grid.js"
};
static const unsigned char photos_head_js[] = {
#embed "web/photos/head.js"
};
static const unsigned char photos_icons_svg[] = {
#embed "web/photos/icons.svg"
};
static const unsigned char photos_keyboard_js[] = {
#embed "web/photos/keyboard.js"
};
static const unsigned char photos_layout_js[] = {
#embed "web/photos/layout.js"
};
static const unsigned char photos_marking_js[] = {
#embed "web/photos/marking.js"
};
static const unsigned char photos_menus_js[] = {
#embed "web/photos/menus.js"
};
static const unsigned char photos_messages_js[] = {
#embed "web/photos/messages.js"
};
static const unsigned char photos_moment_js[] = {
#embed "web/photos/moment.js"
};
static const unsigned char photos_news_js[] = {
#embed "web/photos/news.js"
};
static const unsigned char photos_notices_js[] = {
#embed "web/photos/notices.js"
};
static const unsigned char photos_one_js[] = {
#embed "web/photos/one.js"
};
static const unsigned char photos_parts_js[] = {
#embed "web/photos/parts.js"
};
static const unsigned char photos_photo_js[] = {
#embed "web/photos/photo.js"
};
static const unsigned char photos_photos_css[] = {
#embed "web/photos/photos.css"
};
static const unsigned char photos_photos_js[] = {
#embed "web/photos/photos.js"
};
static const unsigned char photos_pictures_js[] = {
#embed "web/photos/pictures.js"
};
static const unsigned char photos_pointers_js[] = {
#embed "web/photos/pointers.js"
};
static const unsigned char photos_scroll_js[] = {
#embed "web/photos/scroll.js"
};
static const unsigned char photos_search_js[] = {
#embed "web/photos/search.js"
};
static const unsigned char photos_selection_bar_js[] = {
#embed "web/photos/selection-bar.js"
};
static const unsigned char photos_selection_js[] = {
#embed "web/photos/selection.js"
};
static const unsigned char photos_share_file_js[] = {
#embed "web/photos/share-file.js"
};
static const unsigned char photos_shared_album_js[] = {
#embed "web/photos/shared-album.js"
};
static const unsigned char photos_shared_css[] = {
#embed "web/photos/shared.css"
};
static const unsigned char photos_small_map_js[] = {
#embed "web/photos/small-map.js"
};
static const unsigned char photos_suggest_js[] = {
#embed "web/photos/suggest.js"
};
static const unsigned char photos_timeline_js[] = {
#embed "web/photos/timeline.js"
};
static const unsigned char photos_upload_queue_js[] = {
#embed "web/photos/upload-queue.js"
};
static const unsigned char photos_upload_js[] = {
#embed "web/photos/upload.js"
};
static const unsigned char photos_viewer_js[] = {
#embed "web/photos/viewer.js"
};
static const unsigned char photos_windows_js[] = {
#embed "web/photos/windows.js"
};
static const unsigned char reports_amounts_js[] = {
#embed "web/reports/amounts.js"
};
static const unsigned char reports_answers_js[] = {
#embed "web/reports/answers.js"
};
static const unsigned char reports_builder_card_js[] = {
#embed "web/reports/builder-card.js"
};
static const unsigned char reports_builder_cards_js[] = {
#embed "web/reports/builder-cards.js"
};
static const unsigned char reports_builder_condition_js[] = {
#embed "web/reports/builder-condition.js"
};
static const unsigned char reports_builder_dragging_js[] = {
#embed "web/reports/builder-dragging.js"
};
static const unsigned char reports_builder_fields_js[] = {
#embed "web/reports/builder-fields.js"
};
static const unsigned char reports_builder_palette_js[] = {
#embed "web/reports/builder-palette.js"
};
static const unsigned char reports_builder_problems_js[] = {
#embed "web/reports/builder-problems.js"
};
static const unsigned char reports_builder_unsaved_js[] = {
#embed "web/reports/builder-unsaved.js"
};
static const unsigned char reports_builder_css[] = {
#embed "web/reports/builder.css"
};
static const unsigned char reports_builder_js[] = {
#embed "web/reports/builder.js"
};
static const unsigned char reports_calculation_js[] = {
#embed "web/reports/calculation.js"
};
static const unsigned char reports_carrier_js[] = {
#embed "web/reports/carrier.js"
};
static const unsigned char reports_choosing_js[] = {
#embed "web/reports/choosing.js"
};
static const unsigned char reports_days_js[] = {
#embed "web/reports/days.js"
};
static const unsigned char reports_draft_parts_js[] = {
#embed "web/reports/draft-parts.js"
};
static const unsigned char reports_draft_sharing_later_js[] = {
#embed "web/reports/draft-sharing-later.js"
};
static const unsigned char reports_draft_sharing_js[] = {
#embed "web/reports/draft-sharing.js"
};
static const unsigned char reports_drafts_js[] = {
#embed "web/reports/drafts.js"
};
static const unsigned char reports_expressions_js[] = {
#embed "web/reports/expressions.js"
};
static const unsigned char reports_field_inputs_js[] = {
#embed "web/reports/field-inputs.js"
};
static const unsigned char reports_form_calculations_js[] = {
#embed "web/reports/form-calculations.js"
};
static const unsigned char reports_form_faults_js[] = {
#embed "web/reports/form-faults.js"
};
static const unsigned char reports_form_import_js[] = {
#embed "web/reports/form-import.js"
};
static const unsigned char reports_form_pictures_js[] = {
#embed "web/reports/form-pictures.js"
};
static const unsigned char reports_form_progress_js[] = {
#embed "web/reports/form-progress.js"
};
static const unsigned char reports_form_questions_js[] = {
#embed "web/reports/form-questions.js"
};
static const unsigned char reports_form_rows_js[] = {
#embed "web/reports/form-rows.js"
};
static const unsigned char reports_form_sending_js[] = {
#embed "web/reports/form-sending.js"
};
static const unsigned char reports_form_state_js[] = {
#embed "web/reports/form-state.js"
};
static const unsigned char reports_form_steps_js[] = {
#embed "web/reports/form-steps.js"
};
static const unsigned char reports_form_js[] = {
#embed "web/reports/form.js"
};
static const unsigned char reports_home_position_js[] = {
#embed "web/reports/home-position.js"
};
static const unsigned char reports_icon_button_js[] = {
#embed "web/reports/icon-button.js"
};
static const unsigned char reports_icons_svg[] = {
#embed "web/reports/icons.svg"
};
static const unsigned char reports_language_js[] = {
#embed "web/reports/language.js"
};
static const unsigned char reports_list_js[] = {
#embed "web/reports/list.js"
};
static const unsigned char reports_narrowing_js[] = {
#embed "web/reports/narrowing.js"
};
static const unsigned char reports_open_draft_js[] = {
#embed "web/reports/open-draft.js"
};
static const unsigned char reports_other_answers_js[] = {
#embed "web/reports/other-answers.js"
};
static const unsigned char reports_outbox_js[] = {
#embed "web/reports/outbox.js"
};
static const unsigned char reports_patterns_js[] = {
#embed "web/reports/patterns.js"
};
static const unsigned char reports_pictures_js[] = {
#embed "web/reports/pictures.js"
};
static const unsigned char reports_position_input_js[] = {
#embed "web/reports/position-input.js"
};
static const unsigned char reports_reading_js[] = {
#embed "web/reports/reading.js"
};
static const unsigned char reports_reports_css[] = {
#embed "web/reports/reports.css"
};
static const unsigned char reports_school_choice_js[] = {
#embed "web/reports/school-choice.js"
};
static const unsigned char reports_sharing_js[] = {
#embed "web/reports/sharing.js"
};
static const unsigned char reports_shown_js[] = {
#embed "web/reports/shown.js"
};
static const unsigned char reports_smart_fields_js[] = {
#embed "web/reports/smart-fields.js"
};
static const unsigned char reports_submission_js[] = {
#embed "web/reports/submission.js"
};
static const unsigned char reports_values_js[] = {
#embed "web/reports/values.js"
};
static const unsigned char reports_written_numbers_js[] = {
#embed "web/reports/written-numbers.js"
};
static const unsigned char shared_ask_js[] = {
#embed "web/shared/ask.js"
};
static const unsigned char shared_components_css[] = {
#embed "web/shared/components.css"
};
static const unsigned char shared_dom_js[] = {
#embed "web/shared/dom.js"
};
static const unsigned char shared_icon_folders_js[] = {
#embed "web/shared/icon-folders.js"
};
static const unsigned char shared_icons_js[] = {
#embed "web/shared/icons.js"
};
static const unsigned char shared_icons_svg[] = {
#embed "web/shared/icons.svg"
};
static const unsigned char shared_outbox_chosen_js[] = {
#embed "web/shared/outbox/chosen.js"
};
static const unsigned char shared_outbox_presence_js[] = {
#embed "web/shared/outbox/presence.js"
};
static const unsigned char shared_outbox_sending_js[] = {
#embed "web/shared/outbox/sending.js"
};
static const unsigned char shared_outbox_store_js[] = {
#embed "web/shared/outbox/store.js"
};
static const unsigned char shared_outbox_wire_js[] = {
#embed "web/shared/outbox/wire.js"
};
static const unsigned char shared_press_js[] = {
#embed "web/shared/press.js"
};
static const unsigned char shared_signals_js[] = {
#embed "web/shared/signals.js"
};
static const unsigned char shared_toast_js[] = {
#embed "web/shared/toast.js"
};
static const unsigned char shared_tokens_css[] = {
#embed "web/shared/tokens.css"
};
static const unsigned char studio_connection_js[] = {
#embed "web/studio/connection.js"
};
static const unsigned char studio_days_js[] = {
#embed "web/studio/days.js"
};
static const unsigned char studio_deliberate_js[] = {
#embed "web/studio/deliberate.js"
};
static const unsigned char studio_guests_screen_js[] = {
#embed "web/studio/guests-screen.js"
};
static const unsigned char studio_handing_on_js[] = {
#embed "web/studio/handing-on.js"
};
static const unsigned char studio_home_css[] = {
#embed "web/studio/home.css"
};
static const unsigned char studio_home_js[] = {
#embed "web/studio/home.js"
};
static const unsigned char studio_live_part_js[] = {
#embed "web/studio/live-part.js"
};
static const unsigned char studio_look_js[] = {
#embed "web/studio/look.js"
};
static const unsigned char studio_navigation_js[] = {
#embed "web/studio/navigation.js"
};
static const unsigned char studio_offline_js[] = {
#embed "web/studio/offline.js"
};
static const unsigned char studio_operate_css[] = {
#embed "web/studio/operate.css"
};
static const unsigned char studio_operate_js[] = {
#embed "web/studio/operate.js"
};
static const unsigned char studio_orders_js[] = {
#embed "web/studio/orders.js"
};
static const unsigned char studio_people_css[] = {
#embed "web/studio/people.css"
};
static const unsigned char studio_person_js[] = {
#embed "web/studio/person.js"
};
static const unsigned char studio_roles_js[] = {
#embed "web/studio/roles.js"
};
static const unsigned char studio_studio_css[] = {
#embed "web/studio/studio.css"
};
static const unsigned char studio_studio_js[] = {
#embed "web/studio/studio.js"
};
static const unsigned char studio_unsent_js[] = {
#embed "web/studio/unsent.js"
};
static const unsigned char studio_waiting_js[] = {
#embed "web/studio/waiting.js"
};
static const unsigned char studio_worker_js[] = {
#embed "web/studio/worker.js"
};
static const unsigned char training_card_window_js[] = {
#embed "web/training/card-window.js"
};
static const unsigned char training_cards_js[] = {
#embed "web/training/cards.js"
};
static const unsigned char training_carrier_js[] = {
#embed "web/training/carrier.js"
};
static const unsigned char training_choosing_js[] = {
#embed "web/training/choosing.js"
};
static const unsigned char training_compose_stage_js[] = {
#embed "web/training/compose-stage.js"
};
static const unsigned char training_connection_js[] = {
#embed "web/training/connection.js"
};
static const unsigned char training_critique_dialog_js[] = {
#embed "web/training/critique-dialog.js"
};
static const unsigned char training_critique_news_js[] = {
#embed "web/training/critique-news.js"
};
static const unsigned char training_critique_opener_js[] = {
#embed "web/training/critique-opener.js"
};
static const unsigned char training_critique_overlay_js[] = {
#embed "web/training/critique-overlay.js"
};
static const unsigned char training_detail_js[] = {
#embed "web/training/detail.js"
};
static const unsigned char training_drafts_js[] = {
#embed "web/training/drafts.js"
};
static const unsigned char training_edit_js[] = {
#embed "web/training/edit.js"
};
static const unsigned char training_former_drafts_js[] = {
#embed "web/training/former-drafts.js"
};
static const unsigned char training_gallery_pointers_js[] = {
#embed "web/training/gallery-pointers.js"
};
static const unsigned char training_gallery_sharing_js[] = {
#embed "web/training/gallery-sharing.js"
};
static const unsigned char training_gallery_js[] = {
#embed "web/training/gallery.js"
};
static const unsigned char training_kept_js[] = {
#embed "web/training/kept.js"
};
static const unsigned char training_leaving_js[] = {
#embed "web/training/leaving.js"
};
static const unsigned char training_list_news_js[] = {
#embed "web/training/list-news.js"
};
static const unsigned char training_list_js[] = {
#embed "web/training/list.js"
};
static const unsigned char training_mark_editor_js[] = {
#embed "web/training/mark-editor.js"
};
static const unsigned char training_mark_geometry_js[] = {
#embed "web/training/mark-geometry.js"
};
static const unsigned char training_mark_list_js[] = {
#embed "web/training/mark-list.js"
};
static const unsigned char training_mark_painting_js[] = {
#embed "web/training/mark-painting.js"
};
static const unsigned char training_marks_js[] = {
#embed "web/training/marks.js"
};
static const unsigned char training_notes_sheet_js[] = {
#embed "web/training/notes-sheet.js"
};
static const unsigned char training_open_draft_js[] = {
#embed "web/training/open-draft.js"
};
static const unsigned char training_outbox_js[] = {
#embed "web/training/outbox.js"
};
static const unsigned char training_picture_marks_js[] = {
#embed "web/training/picture-marks.js"
};
static const unsigned char training_publication_js[] = {
#embed "web/training/publication.js"
};
static const unsigned char training_publish_form_js[] = {
#embed "web/training/publish-form.js"
};
static const unsigned char training_publish_rows_js[] = {
#embed "web/training/publish-rows.js"
};
static const unsigned char training_publish_js[] = {
#embed "web/training/publish.js"
};
static const unsigned char training_renewal_js[] = {
#embed "web/training/renewal.js"
};
static const unsigned char training_team_js[] = {
#embed "web/training/team.js"
};
static const unsigned char training_thread_js[] = {
#embed "web/training/thread.js"
};
static const unsigned char training_times_js[] = {
#embed "web/training/times.js"
};
static const unsigned char training_training_css[] = {
#embed "web/training/training.css"
};
static const unsigned char training_unread_js[] = {
#embed "web/training/unread.js"
};
static const unsigned char training_view_js[] = {
#embed "web/training/view.js"
};
static const unsigned char training_viewer_css[] = {
#embed "web/training/viewer.css"
};
static const unsigned char training_zoom_js[] = {
#embed "web/training/zoom.js"
};
static const unsigned char words_locations_ar_json[] = {
#embed "words/locations/ar.json"
};
static const unsigned char words_locations_de_json[] = {
#embed "words/locations/de.json"
};
static const unsigned char words_locations_en_json[] = {
#embed "words/locations/en.json"
};
static const unsigned char words_locations_es_json[] = {
#embed "words/locations/es.json"
};
static const unsigned char words_locations_fr_json[] = {
#embed "words/locations/fr.json"
};
static const unsigned char words_locations_he_json[] = {
#embed "words/locations/he.json"
};
static const unsigned char words_photos_ar_json[] = {
#embed "words/photos/ar.json"
};
static const unsigned char words_photos_de_json[] = {
#embed "words/photos/de.json"
};
static const unsigned char words_photos_en_json[] = {
#embed "words/photos/en.json"
};
static const unsigned char words_photos_es_json[] = {
#embed "words/photos/es.json"
};
static const unsigned char words_photos_fr_json[] = {
#embed "words/photos/fr.json"
};
static const unsigned char words_photos_he_json[] = {
#embed "words/photos/he.json"
};
static const unsigned char words_reports_ar_json[] = {
#embed "words/reports/ar.json"
};
static const unsigned char words_reports_de_json[] = {
#embed "words/reports/de.json"
};
static const unsigned char words_reports_en_json[] = {
#embed "words/reports/en.json"
};
static const unsigned char words_reports_es_json[] = {
#embed "words/reports/es.json"
};
static const unsigned char words_reports_fr_json[] = {
#embed "words/reports/fr.json"
};
static const unsigned char words_reports_he_json[] = {
#embed "words/reports/he.json"
};
static const unsigned char words_studio_ar_json[] = {
#embed "words/studio/ar.json"
};
static const unsigned char words_studio_de_json[] = {
#embed "words/studio/de.json"
};
static const unsigned char words_studio_en_json[] = {
#embed "words/studio/en.json"
};
static const unsigned char words_studio_es_json[] = {
#embed "words/studio/es.json"
};
static const unsigned char words_studio_fr_json[] = {
#embed "words/studio/fr.json"
};
static const unsigned char words_studio_he_json[] = {
#embed "words/studio/he.json"
};
static const unsigned char words_training_ar_json[] = {
#embed "words/training/ar.json"
};
static const unsigned char words_training_de_json[] = {
#embed "words/training/de.json"
};
static const unsigned char words_training_en_json[] = {
#embed "words/training/en.json"
};
static const unsigned char words_training_es_json[] = {
#embed "words/training/es.json"
};
static const unsigned char words_training_fr_json[] = {
#embed "words/training/fr.json"
};
static const unsigned char words_training_he_json[] = {
#embed "words/training/he.json"
};

#define ASSET(path, bytes) {path, bytes, sizeof(bytes)}

static const web_asset assets[] = {
  ASSET("gallery/gallery.css", gallery_gallery_css),
  ASSET("gallery/gallery.js", gallery_gallery_js),
  ASSET("gallery/show.js", gallery_show_js),
  ASSET("locations/blinking.js", locations_blinking_js),
  ASSET("locations/carrier.js", locations_carrier_js),
  ASSET("locations/comparison.js", locations_comparison_js),
  ASSET("locations/divider.js", locations_divider_js),
  ASSET("locations/drafts.js", locations_drafts_js),
  ASSET("locations/exif-position.js", locations_exif_position_js),
  ASSET("locations/file-form.js", locations_file_form_js),
  ASSET("locations/forms.js", locations_forms_js),
  ASSET("locations/here.js", locations_here_js),
  ASSET("locations/large-picture.js", locations_large_picture_js),
  ASSET("locations/locations.css", locations_locations_css),
  ASSET("locations/locations.js", locations_locations_js),
  ASSET("locations/magnifier.js", locations_magnifier_js),
  ASSET("locations/map-adding.js", locations_map_adding_js),
  ASSET("locations/map-ground.js", locations_map_ground_js),
  ASSET("locations/map-list.js", locations_map_list_js),
  ASSET("locations/map-pins.js", locations_map_pins_js),
  ASSET("locations/map.js", locations_map_js),
  ASSET("locations/outbox.js", locations_outbox_js),
  ASSET("locations/overlay.js", locations_overlay_js),
  ASSET("locations/photo.js", locations_photo_js),
  ASSET("locations/pinch.js", locations_pinch_js),
  ASSET("locations/placing.js", locations_placing_js),
  ASSET("locations/point-fit.js", locations_point_fit_js),
  ASSET("locations/point-pairs.js", locations_point_pairs_js),
  ASSET("locations/point-preview.js", locations_point_preview_js),
  ASSET("locations/points.js", locations_points_js),
  ASSET("locations/position.js", locations_position_js),
  ASSET("locations/prepare.js", locations_prepare_js),
  ASSET("locations/progress.js", locations_progress_js),
  ASSET("locations/split.js", locations_split_js),
  ASSET("locations/zoom.js", locations_zoom_js),
  ASSET("pairs/page.css", pairs_page_css),
  ASSET("pairs/site.css", pairs_site_css),
  ASSET("pairs/site.js", pairs_site_js),
  ASSET("pairs/stage.js", pairs_stage_js),
  ASSET("photos/actions.js", photos_actions_js),
  ASSET("photos/ask.js", photos_ask_js),
  ASSET("photos/browser.js", photos_browser_js),
  ASSET("photos/canvas.js", photos_canvas_js),
  ASSET("photos/cell.js", photos_cell_js),
  ASSET("photos/days.js", photos_days_js),
  ASSET("photos/display.js", photos_display_js),
  ASSET("photos/film.js", photos_film_js),
  ASSET("photos/filter.js", photos_filter_js),
  ASSET("photos/folders.js", photos_folders_js),
  ASSET("photos/gestures.js", photos_gestures_js),
  ASSET("photos/grid.js", photos_grid_js),
  ASSET("photos/head.js", photos_head_js),
  ASSET("photos/icons.svg", photos_icons_svg),
  ASSET("photos/keyboard.js", photos_keyboard_js),
  ASSET("photos/layout.js", photos_layout_js),
  ASSET("photos/marking.js", photos_marking_js),
  ASSET("photos/menus.js", photos_menus_js),
  ASSET("photos/messages.js", photos_messages_js),
  ASSET("photos/moment.js", photos_moment_js),
  ASSET("photos/news.js", photos_news_js),
  ASSET("photos/notices.js", photos_notices_js),
  ASSET("photos/one.js", photos_one_js),
  ASSET("photos/parts.js", photos_parts_js),
  ASSET("photos/photo.js", photos_photo_js),
  ASSET("photos/photos.css", photos_photos_css),
  ASSET("photos/photos.js", photos_photos_js),
  ASSET("photos/pictures.js", photos_pictures_js),
  ASSET("photos/pointers.js", photos_pointers_js),
  ASSET("photos/scroll.js", photos_scroll_js),
  ASSET("photos/search.js", photos_search_js),
  ASSET("photos/selection-bar.js", photos_selection_bar_js),
  ASSET("photos/selection.js", photos_selection_js),
  ASSET("photos/share-file.js", photos_share_file_js),
  ASSET("photos/shared-album.js", photos_shared_album_js),
  ASSET("photos/shared.css", photos_shared_css),
  ASSET("photos/small-map.js", photos_small_map_js),
  ASSET("photos/suggest.js", photos_suggest_js),
  ASSET("photos/timeline.js", photos_timeline_js),
  ASSET("photos/upload-queue.js", photos_upload_queue_js),
  ASSET("photos/upload.js", photos_upload_js),
  ASSET("photos/viewer.js", photos_viewer_js),
  ASSET("photos/windows.js", photos_windows_js),
  ASSET("reports/amounts.js", reports_amounts_js),
  ASSET("reports/answers.js", reports_answers_js),
  ASSET("reports/builder-card.js", reports_builder_card_js),
  ASSET("reports/builder-cards.js", reports_builder_cards_js),
  ASSET("reports/builder-condition.js", reports_builder_condition_js),
  ASSET("reports/builder-dragging.js", reports_builder_dragging_js),
  ASSET("reports/builder-fields.js", reports_builder_fields_js),
  ASSET("reports/builder-palette.js", reports_builder_palette_js),
  ASSET("reports/builder-problems.js", reports_builder_problems_js),
  ASSET("reports/builder-unsaved.js", reports_builder_unsaved_js),
  ASSET("reports/builder.css", reports_builder_css),
  ASSET("reports/builder.js", reports_builder_js),
  ASSET("reports/calculation.js", reports_calculation_js),
  ASSET("reports/carrier.js", reports_carrier_js),
  ASSET("reports/choosing.js", reports_choosing_js),
  ASSET("reports/days.js", reports_days_js),
  ASSET("reports/draft-parts.js", reports_draft_parts_js),
  ASSET("reports/draft-sharing-later.js", reports_draft_sharing_later_js),
  ASSET("reports/draft-sharing.js", reports_draft_sharing_js),
  ASSET("reports/drafts.js", reports_drafts_js),
  ASSET("reports/expressions.js", reports_expressions_js),
  ASSET("reports/field-inputs.js", reports_field_inputs_js),
  ASSET("reports/form-calculations.js", reports_form_calculations_js),
  ASSET("reports/form-faults.js", reports_form_faults_js),
  ASSET("reports/form-import.js", reports_form_import_js),
  ASSET("reports/form-pictures.js", reports_form_pictures_js),
  ASSET("reports/form-progress.js", reports_form_progress_js),
  ASSET("reports/form-questions.js", reports_form_questions_js),
  ASSET("reports/form-rows.js", reports_form_rows_js),
  ASSET("reports/form-sending.js", reports_form_sending_js),
  ASSET("reports/form-state.js", reports_form_state_js),
  ASSET("reports/form-steps.js", reports_form_steps_js),
  ASSET("reports/form.js", reports_form_js),
  ASSET("reports/home-position.js", reports_home_position_js),
  ASSET("reports/icon-button.js", reports_icon_button_js),
  ASSET("reports/icons.svg", reports_icons_svg),
  ASSET("reports/language.js", reports_language_js),
  ASSET("reports/list.js", reports_list_js),
  ASSET("reports/narrowing.js", reports_narrowing_js),
  ASSET("reports/open-draft.js", reports_open_draft_js),
  ASSET("reports/other-answers.js", reports_other_answers_js),
  ASSET("reports/outbox.js", reports_outbox_js),
  ASSET("reports/patterns.js", reports_patterns_js),
  ASSET("reports/pictures.js", reports_pictures_js),
  ASSET("reports/position-input.js", reports_position_input_js),
  ASSET("reports/reading.js", reports_reading_js),
  ASSET("reports/reports.css", reports_reports_css),
  ASSET("reports/school-choice.js", reports_school_choice_js),
  ASSET("reports/sharing.js", reports_sharing_js),
  ASSET("reports/shown.js", reports_shown_js),
  ASSET("reports/smart-fields.js", reports_smart_fields_js),
  ASSET("reports/submission.js", reports_submission_js),
  ASSET("reports/values.js", reports_values_js),
  ASSET("reports/written-numbers.js", reports_written_numbers_js),
  ASSET("shared/ask.js", shared_ask_js),
  ASSET("shared/components.css", shared_components_css),
  ASSET("shared/dom.js", shared_dom_js),
  ASSET("shared/icon-folders.js", shared_icon_folders_js),
  ASSET("shared/icons.js", shared_icons_js),
  ASSET("shared/icons.svg", shared_icons_svg),
  ASSET("shared/outbox/chosen.js", shared_outbox_chosen_js),
  ASSET("shared/outbox/presence.js", shared_outbox_presence_js),
  ASSET("shared/outbox/sending.js", shared_outbox_sending_js),
  ASSET("shared/outbox/store.js", shared_outbox_store_js),
  ASSET("shared/outbox/wire.js", shared_outbox_wire_js),
  ASSET("shared/press.js", shared_press_js),
  ASSET("shared/signals.js", shared_signals_js),
  ASSET("shared/toast.js", shared_toast_js),
  ASSET("shared/tokens.css", shared_tokens_css),
  ASSET("studio/connection.js", studio_connection_js),
  ASSET("studio/days.js", studio_days_js),
  ASSET("studio/deliberate.js", studio_deliberate_js),
  ASSET("studio/guests-screen.js", studio_guests_screen_js),
  ASSET("studio/handing-on.js", studio_handing_on_js),
  ASSET("studio/home.css", studio_home_css),
  ASSET("studio/home.js", studio_home_js),
  ASSET("studio/live-part.js", studio_live_part_js),
  ASSET("studio/look.js", studio_look_js),
  ASSET("studio/navigation.js", studio_navigation_js),
  ASSET("studio/offline.js", studio_offline_js),
  ASSET("studio/operate.css", studio_operate_css),
  ASSET("studio/operate.js", studio_operate_js),
  ASSET("studio/orders.js", studio_orders_js),
  ASSET("studio/people.css", studio_people_css),
  ASSET("studio/person.js", studio_person_js),
  ASSET("studio/roles.js", studio_roles_js),
  ASSET("studio/studio.css", studio_studio_css),
  ASSET("studio/studio.js", studio_studio_js),
  ASSET("studio/unsent.js", studio_unsent_js),
  ASSET("studio/waiting.js", studio_waiting_js),
  ASSET("studio/worker.js", studio_worker_js),
  ASSET("training/card-window.js", training_card_window_js),
  ASSET("training/cards.js", training_cards_js),
  ASSET("training/carrier.js", training_carrier_js),
  ASSET("training/choosing.js", training_choosing_js),
  ASSET("training/compose-stage.js", training_compose_stage_js),
  ASSET("training/connection.js", training_connection_js),
  ASSET("training/critique-dialog.js", training_critique_dialog_js),
  ASSET("training/critique-news.js", training_critique_news_js),
  ASSET("training/critique-opener.js", training_critique_opener_js),
  ASSET("training/critique-overlay.js", training_critique_overlay_js),
  ASSET("training/detail.js", training_detail_js),
  ASSET("training/drafts.js", training_drafts_js),
  ASSET("training/edit.js", training_edit_js),
  ASSET("training/former-drafts.js", training_former_drafts_js),
  ASSET("training/gallery-pointers.js", training_gallery_pointers_js),
  ASSET("training/gallery-sharing.js", training_gallery_sharing_js),
  ASSET("training/gallery.js", training_gallery_js),
  ASSET("training/kept.js", training_kept_js),
  ASSET("training/leaving.js", training_leaving_js),
  ASSET("training/list-news.js", training_list_news_js),
  ASSET("training/list.js", training_list_js),
  ASSET("training/mark-editor.js", training_mark_editor_js),
  ASSET("training/mark-geometry.js", training_mark_geometry_js),
  ASSET("training/mark-list.js", training_mark_list_js),
  ASSET("training/mark-painting.js", training_mark_painting_js),
  ASSET("training/marks.js", training_marks_js),
  ASSET("training/notes-sheet.js", training_notes_sheet_js),
  ASSET("training/open-draft.js", training_open_draft_js),
  ASSET("training/outbox.js", training_outbox_js),
  ASSET("training/picture-marks.js", training_picture_marks_js),
  ASSET("training/publication.js", training_publication_js),
  ASSET("training/publish-form.js", training_publish_form_js),
  ASSET("training/publish-rows.js", training_publish_rows_js),
  ASSET("training/publish.js", training_publish_js),
  ASSET("training/renewal.js", training_renewal_js),
  ASSET("training/team.js", training_team_js),
  ASSET("training/thread.js", training_thread_js),
  ASSET("training/times.js", training_times_js),
  ASSET("training/training.css", training_training_css),
  ASSET("training/unread.js", training_unread_js),
  ASSET("training/view.js", training_view_js),
  ASSET("training/viewer.css", training_viewer_css),
  ASSET("training/zoom.js", training_zoom_js),
  ASSET("words/locations/ar.json", words_locations_ar_json),
  ASSET("words/locations/de.json", words_locations_de_json),
  ASSET("words/locations/en.json", words_locations_en_json),
  ASSET("words/locations/es.json", words_locations_es_json),
  ASSET("words/locations/fr.json", words_locations_fr_json),
  ASSET("words/locations/he.json", words_locations_he_json),
  ASSET("words/photos/ar.json", words_photos_ar_json),
  ASSET("words/photos/de.json", words_photos_de_json),
  ASSET("words/photos/en.json", words_photos_en_json),
  ASSET("words/photos/es.json", words_photos_es_json),
  ASSET("words/photos/fr.json", words_photos_fr_json),
  ASSET("words/photos/he.json", words_photos_he_json),
  ASSET("words/reports/ar.json", words_reports_ar_json),
  ASSET("words/reports/de.json", words_reports_de_json),
  ASSET("words/reports/en.json", words_reports_en_json),
  ASSET("words/reports/es.json", words_reports_es_json),
  ASSET("words/reports/fr.json", words_reports_fr_json),
  ASSET("words/reports/he.json", words_reports_he_json),
  ASSET("words/studio/ar.json", words_studio_ar_json),
  ASSET("words/studio/de.json", words_studio_de_json),
  ASSET("words/studio/en.json", words_studio_en_json),
  ASSET("words/studio/es.json", words_studio_es_json),
  ASSET("words/studio/fr.json", words_studio_fr_json),
  ASSET("words/studio/he.json", words_studio_he_json),
  ASSET("words/training/ar.json", words_training_ar_json),
  ASSET("words/training/de.json", words_training_de_json),
  ASSET("words/training/en.json", words_training_en_json),
  ASSET("words/training/es.json", words_training_es_json),
  ASSET("words/training/fr.json", words_training_fr_json),
  ASSET("words/training/he.json", words_training_he_json),
};

const web_asset *web_assets(void) { return assets; }
size_t web_asset_count(void) { return sizeof(assets) / sizeof(assets[0]); }
