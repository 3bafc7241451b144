WITH _entries AS MATERIALIZED (
  SELECT e."_player", e."_day"
  FROM (
    SELECT f."player_id" AS "_player", min(f."enrol_date") AS "_day"
    FROM "enrol" AS f
    WHERE f."enrol_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
    GROUP BY 1
  ) AS e
  WHERE e."_day" >= DATE '2026-01-01'
),
_returned AS (
  SELECT e."_player", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) AS "_come", bit_or(CASE date_diff('day', e."_day", f."visit_date") WHEN 1 THEN 1 WHEN 3 THEN 2 WHEN 7 THEN 4 END) FILTER (WHERE f."visit_date" < DATE '2026-01-10') AS "_over"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-02' AND f."visit_date" < DATE '2026-01-18' AND date_diff('day', e."_day", f."visit_date") IN (1, 3, 7)
  GROUP BY 1
),
_people AS MATERIALIZED (
  SELECT e."_player", e."_day", coalesce(b."_come", 0) AS "_come", coalesce(b."_over", 0) AS "_over"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_levels AS (
  SELECT 0 AS "_level", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-08') AS "_n1", count(*) FILTER (WHERE ("_over" & 1) <> 0) AS "n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06') AS "_n3", count(*) FILTER (WHERE ("_over" & 2) <> 0) AS "n3", count(*) FILTER (WHERE "_day" <= DATE '2026-01-02') AS "_n7", count(*) FILTER (WHERE ("_over" & 4) <> 0) AS "n7"
  FROM _people
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-08') AS "_n1", count(*) FILTER (WHERE ("_over" & 1) <> 0) AS "n1", count(*) FILTER (WHERE "_day" <= DATE '2026-01-06') AS "_n3", count(*) FILTER (WHERE ("_over" & 2) <> 0) AS "n3", count(*) FILTER (WHERE "_day" <= DATE '2026-01-02') AS "_n7", count(*) FILTER (WHERE ("_over" & 4) <> 0) AS "n7"
    FROM _people
  ) AS grouped
)
SELECT r."n", r."n1", r."r1", r."n3", r."r3", r."n7", r."r7"
FROM (
  SELECT "_level", "n" AS "n", CASE WHEN r."_n1" > 0 THEN r."n1" END AS "n1", r."n1" / nullif(r."_n1", 0) AS "r1", CASE WHEN r."_n3" > 0 THEN r."n3" END AS "n3", r."n3" / nullif(r."_n3", 0) AS "r3", CASE WHEN r."_n7" > 0 THEN r."n7" END AS "n7", r."n7" / nullif(r."_n7", 0) AS "r7"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."n" DESC NULLS LAST
LIMIT 100002
