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
_active AS MATERIALIZED (
  SELECT e."_player", date_diff('day', e."_day", f."visit_date") AS "_age"
  FROM "visit" AS f
  JOIN _entries AS e ON e."_player" = f."player_id"
  WHERE f."visit_date" >= DATE '2026-01-01' AND f."visit_date" < DATE '2026-01-10' AND date_diff('day', e."_day", f."visit_date") >= 1
  GROUP BY 1, 2
),
_returned AS (
  SELECT "_player", max("_gap") AS "_back", max("_age") AS "_last"
  FROM (
    SELECT "_player", "_age", "_age" - coalesce(max("_age") OVER (PARTITION BY "_player" ORDER BY "_age" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) - 1 AS "_gap"
    FROM _active
  ) AS gaps
  GROUP BY 1
),
_people AS MATERIALIZED (
  SELECT e."_day" AS "d1", e."_player", e."_day", greatest(coalesce(b."_back", 0), date_diff('day', e."_day", DATE '2026-01-09') - coalesce(b."_last", 0)) AS "_gone", coalesce(b."_back", 0) AS "_back"
  FROM _entries AS e
  LEFT JOIN _returned AS b ON b."_player" = e."_player"
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-07') AS "_n2", count(*) FILTER (WHERE "_gone" >= 2) AS "g2", count(*) FILTER (WHERE "_back" >= 2) AS "y2", count(*) FILTER (WHERE "_day" <= DATE '2026-01-04') AS "_n5", count(*) FILTER (WHERE "_gone" >= 5) AS "g5", count(*) FILTER (WHERE "_back" >= 5) AS "y5"
  FROM _people
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT "d1", count(*) AS "n", count(*) FILTER (WHERE "_day" <= DATE '2026-01-07') AS "_n2", count(*) FILTER (WHERE "_gone" >= 2) AS "g2", count(*) FILTER (WHERE "_back" >= 2) AS "y2", count(*) FILTER (WHERE "_day" <= DATE '2026-01-04') AS "_n5", count(*) FILTER (WHERE "_gone" >= 5) AS "g5", count(*) FILTER (WHERE "_back" >= 5) AS "y5"
    FROM _people
    GROUP BY 1
  ) AS grouped
)
SELECT r."d1", r."n", r."g2", r."h2", r."y2", r."z2", r."g5", r."h5", r."y5", r."z5", r."h2_base", r."h5_base"
FROM (
  SELECT "_level", "d1", "n" AS "n", CASE WHEN r."_n2" > 0 THEN r."g2" END AS "g2", r."g2" / nullif(r."_n2", 0) AS "h2", CASE WHEN r."_n2" > 0 THEN r."y2" END AS "y2", r."y2" / nullif(r."g2", 0) AS "z2", CASE WHEN r."_n5" > 0 THEN r."g5" END AS "g5", r."g5" / nullif(r."_n5", 0) AS "h5", CASE WHEN r."_n5" > 0 THEN r."y5" END AS "y5", r."y5" / nullif(r."g5", 0) AS "z5", r."_n2" AS "h2_base", r."_n5" AS "h5_base"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
