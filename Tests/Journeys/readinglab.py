"""Reports of all four shapes, as other programs have written them, put into a studio's documents.

    python3 Tests/Journeys/readinglab.py DATA COUNT [USER]
"""

import datetime
import json
import pathlib
import sqlite3
import sys

FIRST = datetime.date(2022, 1, 8)
JOBS = ["Fall Original Day", "Fall Makeup Day", "Sports Photography", "NONE"]


def value(thing):
    """As Firestore's JSON has it."""
    if thing is None:
        return {"nullValue": None}
    if isinstance(thing, bool):
        return {"booleanValue": thing}
    if isinstance(thing, int):
        return {"integerValue": str(thing)}
    if isinstance(thing, float):
        return {"doubleValue": thing}
    if isinstance(thing, datetime.datetime):
        return {"timestampValue": thing.strftime("%Y-%m-%dT%H:%M:%SZ")}
    if isinstance(thing, list):
        return {"arrayValue": {"values": [value(one) for one in thing]}}
    if isinstance(thing, dict):
        return {"mapValue": {"fields": {name: value(one) for name, one in thing.items()}}}
    return {"stringValue": thing}


def report(number, organisation, user=None):
    """Always the same of a number: shapes in turn, over 600 days, 20 people, 30 schools."""
    day = FIRST + datetime.timedelta(days=number % 600)
    user = user or f"u{number % 20}"
    person, school = f"Photographer {number % 20}", f"School {number % 30}"
    at = datetime.datetime.combine(day, datetime.time(20, number % 60))
    words = f"note {number} " + "with what was to be said about light, rooms and people. " * 4
    if number % 4 == 0:
        form = {"job_type": "Fall Sports", "mileage_calc": "10.5 miles", "weather": "Clear, 72°F", "notes": words}
        return {"organizationID": organisation, "userId": user, "date": str(day), "photographer": person,
                "templateId": "fall_sports_template", "templateName": "Fall Sports Daily Report", "templateVersion": 1,
                "reportType": "template", "smartFieldsUsed": ["mileage_calc"], "schools": [school], "createdAt": at, "updatedAt": at,
                "formData": form, **form}
    if number % 4 == 1:
        return {"organizationID": organisation, "userId": user, "date": f"{day.month}/{day.day}/{day.year}", "yourName": person,
                "templateId": "web", "templateName": "Web form", "templateVersion": 1, "timestamp": at, "createdAt": at, "updatedAt": at,
                "customFields": {"reportType": "template", "smartFieldsUsed": [], "hours": number % 9, "mileage": 3.5, "remarks": words}}
    if number % 4 == 2:
        return {"organizationID": organisation, "userId": user, "date": at, "yourName": person,
                "schoolOrDestination": f"{school}, Elsewhere", "totalMileage": 12.25, "jobDescriptions": [JOBS[number % 3], JOBS[3]],
                "extraItems": ["NONE"], "cardsScannedChoice": "Yes", "jobBoxAndCameraCards": "NA", "sportsBackgroundShot": "No",
                "jobDescriptionText": words, "photoURLs": ["https://example.org/a.jpg"], "timestamp": at}
    return {"organization_id": organisation, "user_id": user, "date": f"{day}T00:00:00+00:00", "your_name": person,
            "school_or_destination": school, "total_mileage": 7, "report_data": {"visited": f"room {number}", "remarks": words},
            "created_at": f"{day} 20:{number % 60:02}:00+00"}


def put(data, documents, collection="dailyJobReports"):
    """Writes documents, by their ids, as another process does."""
    with sqlite3.connect(pathlib.Path(data) / "studio" / "documents.sqlite", timeout=30) as base:
        (time,) = base.execute("SELECT time FROM clock").fetchone()
        time = max(time, 1_700_000_000_000_000) + 1
        for name, fields in documents.items():
            base.execute(
                "INSERT OR REPLACE INTO document (collection, id, fields, createTime, updateTime) VALUES (?, ?, ?, ?, ?)",
                (collection, name, json.dumps({name: value(one) for name, one in sorted(fields.items())}), time, time))
        base.execute("UPDATE clock SET time = ?", (time,))


def organisation(data):
    with sqlite3.connect(pathlib.Path(data) / "studio" / "studio.sqlite", timeout=30) as base:
        return base.execute("SELECT id FROM organisation").fetchone()[0]


if __name__ == "__main__":
    folder, count = sys.argv[1], int(sys.argv[2])
    mine = organisation(folder)
    put(folder, {f"r{number}": report(number, mine) for number in range(count)})
