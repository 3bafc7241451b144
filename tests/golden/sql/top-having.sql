-- $1 = "75"
WITH _1 AS (
  SELECT f."channel" AS "d4", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_top_ranked AS (
  SELECT "d4", sum("p2") AS "p2"
  FROM _1
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d4", TRUE AS "_first"
  FROM (
    SELECT "d4", coalesce("p2", 0) AS "p2"
    FROM _top_ranked
  ) AS r
  ORDER BY r."p2" DESC NULLS LAST, r."d4" ASC NULLS LAST
  LIMIT 2
),
_1_p1_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN f."channel" END AS "d4", NOT coalesce(_top."_first", FALSE) AS "_other", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  LEFT JOIN _top ON _top."d4" IS NOT DISTINCT FROM f."channel"
  GROUP BY 1, 2, 3
),
_1_top AS (
  SELECT CASE WHEN _top."_first" THEN _1."d4" END AS "d4", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p2") AS "p2"
  FROM _1 LEFT JOIN _top ON _top."d4" IS NOT DISTINCT FROM _1."d4"
  GROUP BY 1, 2
),
_1_p1_top_rows AS (
  SELECT "d4", "_other", count("_1_p1_value") AS "p1"
  FROM _1_p1_top
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d4", "_other", max("p1") AS "p1", sum("p2") AS "p2"
  FROM (
    SELECT "d4", "_other", 0 AS "p1", "p2"
    FROM _1_top
    UNION ALL
    SELECT "d4", "_other", "p1", NULL AS "p2"
    FROM _1_p1_top_rows
  ) AS _all
  GROUP BY 1, 2
),
_kept AS MATERIALIZED (
  SELECT "d4", "_other", "p1_counted" AS "p1", "p2_counted" AS "p2"
  FROM (
    SELECT "d4", "_other", "p1" AS "p1_counted", "p2" AS "p2_counted", "p1", coalesce("p2", 0) AS "p2"
    FROM _rows
  ) AS r
  WHERE r."p2" > CAST($1 AS BIGINT)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", FALSE AS "_other", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1_top JOIN _kept ON _kept."d4" IS NOT DISTINCT FROM _1_p1_top."d4" AND _kept."_other" IS NOT DISTINCT FROM _1_p1_top."_other") AS "p1", sum("p2") AS "p2"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d4", "_other", "p1", "p2"
  FROM _kept
)
SELECT r."d4", r."p1", r."p2", r."_other"
FROM (
  SELECT "_level", "d4", "_other", "p1", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."_other", r."p1" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
